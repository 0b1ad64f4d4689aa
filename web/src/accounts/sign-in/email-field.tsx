import { TextField } from '../../ui/fields/text-field.tsx';

/** The typed address. The forms share it, so that it is kept when one form replaces another. */
export type EmailDraft = { email: string; onChange: (email: string) => void };

type Props = { draft: EmailDraft; problem: string | undefined; hint?: string | undefined };

export function EmailField({ draft, problem, hint }: Props) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={draft.email}
      onChange={({ currentTarget }) => draft.onChange(currentTarget.value)}
      problem={problem}
      hint={hint}
    />
  );
}
