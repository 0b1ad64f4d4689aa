import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useAuth } from '../auth-context.ts';
import { type IdentityError, identityError } from '../identity/identity-error.ts';
import { useSecondFactor } from '../second-factor/use-second-factor.tsx';
import { AccountForm } from '../sign-in/account-form.tsx';
import { text, useAccountForm } from '../sign-in/use-account-form.ts';
import { SignInAgainButtons } from './sign-in-again-buttons.tsx';

type Props = { onSignedIn: () => void; onGivenUp: (reason: IdentityError) => void };

/** Asks for the password again before a change to the account. */
export function SignInAgainDialog({ onSignedIn, onGivenUp }: Props) {
  const { currentUser } = useAuth();
  if (!currentUser) return null;
  const hasPassword = currentUser.providerData.some(({ providerId }) => providerId === 'password');
  return (
    <Dialog
      open
      title="Sign in again"
      description="Your last sign-in was more than five minutes ago. Confirm that it is you."
      onClose={() => onGivenUp(identityError('requires-recent-login'))}
    >
      <div className="mt-5 grid gap-4">
        {hasPassword && <CurrentPasswordForm email={currentUser.email} onSignedIn={onSignedIn} />}
        <SignInAgainButtons user={currentUser} onSignedIn={onSignedIn} onGivenUp={onGivenUp} />
      </div>
    </Dialog>
  );
}

function CurrentPasswordForm({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const { login } = useAuth();
  const { withSecondFactor, dialog } = useSecondFactor();
  const { problems, ...form } = useAccountForm({
    read: (data) => text(data, 'password'),
    check: (password) =>
      password === ''
        ? { message: 'Please enter your current password', fields: { password: 'Enter your current password' } }
        : null,
    async send(password) {
      await withSecondFactor(() => login({ email, password }));
      onSignedIn();
    },
    failure: 'Failed to log in. Please check your credentials.',
  });
  return (
    <>
      <AccountForm {...form} action="Continue">
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField
          label="Current Password"
          name="password"
          autoComplete="current-password"
          problem={problems.password}
        />
      </AccountForm>
      {dialog}
    </>
  );
}
