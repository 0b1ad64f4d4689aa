import { useAuth } from '../auth-context.ts';
import { AccountForm } from '../sign-in/account-form.tsx';
import { checkNewPassword } from '../sign-in/credentials.rules.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';
import { text, useAccountForm } from '../sign-in/use-account-form.ts';
import type { WithRecentLogin } from './use-recent-login.tsx';

export function UpdatePasswordForm({ email, withRecentLogin }: { email: string; withRecentLogin: WithRecentLogin }) {
  const { updateUserPassword } = useAuth();
  const { problems, ...form } = useAccountForm({
    read: (data) => ({ password: text(data, 'password'), confirmation: text(data, 'confirmation') }),
    check: checkNewPassword,
    async send({ password }, form) {
      await withRecentLogin(() => updateUserPassword(password));
      form.reset();
    },
    failure: 'Failed to update password',
    success: 'Password updated successfully',
  });
  return (
    <AccountForm {...form} action="Update Password" small>
      {/* Password managers read the account's address from this field. */}
      <input type="hidden" autoComplete="username" value={email} />
      <NewPasswordFields label="New Password" problems={problems} />
    </AccountForm>
  );
}
