import { PASSWORD_MIN } from '@vedette/contract/limits';
import { TextField } from '../ui/text-field.tsx';
import type { Problem } from './credentials.rules.ts';

/** A new password and its confirmation. */
export function NewPasswordFields({ label, problems }: { label: string; problems: Problem['fields'] }) {
  return (
    <>
      <TextField
        label={label}
        name="password"
        type="password"
        autoComplete="new-password"
        problem={problems.password}
        hint={`At least ${PASSWORD_MIN} characters`}
      />
      <TextField
        label="Confirm Password"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        problem={problems.confirmation}
      />
    </>
  );
}
