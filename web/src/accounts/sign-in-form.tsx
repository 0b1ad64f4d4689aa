import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAuth } from './auth-context.ts';
import { checkLogin } from './credentials.rules.ts';
import { type EmailDraft, EmailField } from './email-field.tsx';
import { FormNote } from './form-note.tsx';
import { text, useAccountForm } from './use-account-form.ts';

type Props = { submit: string; draft: EmailDraft; onSignedIn?: () => void; onForgotten: () => void };

export function SignInForm({ submit: label, draft, onSignedIn, onForgotten }: Props) {
  const { login } = useAuth();
  const { problems, note, busy, submit } = useAccountForm({
    read: (data) => ({ email: text(data, 'email').trim(), password: text(data, 'password') }),
    check: checkLogin,
    async send(credentials) {
      await login(credentials);
      onSignedIn?.();
    },
    failure: 'Failed to log in. Please check your credentials.',
    success: "You've been logged in",
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <EmailField draft={draft} problem={problems.email} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        problem={problems.password}
      />
      <FormNote>{note}</FormNote>
      <Button type="submit" busy={busy} className="mt-1 h-11 w-full">
        {label}
      </Button>
      <Button variant="quiet" size="small" className="justify-self-center text-accent!" onClick={onForgotten}>
        Forgot password?
      </Button>
    </form>
  );
}
