import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useAuth } from '../auth-context.ts';
import { PasskeyButton } from '../second-factor/passkey-button.tsx';
import { useSecondFactor } from '../second-factor/use-second-factor.tsx';
import { AccountForm } from './account-form.tsx';
import { checkLogin } from './credentials.rules.ts';
import { type EmailDraft, EmailField } from './email-field.tsx';
import { text, useAccountForm } from './use-account-form.ts';

type Props = { action: string; draft: EmailDraft; onSignedIn?: () => void; onForgotten: () => void };

export function SignInForm({ action, draft, onSignedIn, onForgotten }: Props) {
  const { login } = useAuth();
  const { withSecondFactor, dialog } = useSecondFactor();
  const { problems, ...form } = useAccountForm({
    read: (data) => ({ email: text(data, 'email').trim(), password: text(data, 'password') }),
    check: checkLogin,
    async send(credentials) {
      await withSecondFactor(() => login(credentials));
      onSignedIn?.();
    },
    failure: 'Failed to log in. Please check your credentials.',
    success: "You've been logged in",
  });
  return (
    <>
      <AccountForm
        {...form}
        action={action}
        below={
          <>
            <PasskeyButton {...(onSignedIn && { onSignedIn })} />
            <Button variant="quiet" size="small" className="justify-self-center text-accent!" onClick={onForgotten}>
              Forgot password?
            </Button>
          </>
        }
      >
        <EmailField draft={draft} problem={problems.email} />
        <PasswordField label="Password" name="password" autoComplete="current-password" problem={problems.password} />
      </AccountForm>
      {dialog}
    </>
  );
}
