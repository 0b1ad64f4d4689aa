import { TextField } from '../ui/text-field.tsx';

/** The typed address. The forms share it, so that it is kept when one form replaces another. */
export type EmailDraft = { email: string; onChange: (email: string) => void };

export function EmailField({ draft, problem }: { draft: EmailDraft; problem: string | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={draft.email}
      onChange={({ currentTarget }) => draft.onChange(currentTarget.value)}
      problem={problem}
    />
  );
}
