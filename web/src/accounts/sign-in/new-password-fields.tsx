import { PASSWORD_MIN } from '@vedette/contract/limits';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import type { Problem } from './credentials.rules.ts';

/** A new password and its confirmation. */
export function NewPasswordFields({ label, problems }: { label: string; problems: Problem['fields'] }) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        problem={problems.password}
        hint={`At least ${PASSWORD_MIN} characters`}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmation"
        autoComplete="new-password"
        problem={problems.confirmation}
      />
    </>
  );
}
