import { TextField } from '../../ui/fields/text-field.tsx';
import { useAuth } from '../auth-context.ts';
import { AccountForm } from '../sign-in/account-form.tsx';
import { text, useAccountForm } from '../sign-in/use-account-form.ts';
import type { WithRecentLogin } from './use-recent-login.tsx';

export function UpdateEmailForm({ email, withRecentLogin }: { email: string; withRecentLogin: WithRecentLogin }) {
  const { updateUserEmail } = useAuth();
  const { problems, ...form } = useAccountForm({
    read: (data) => text(data, 'email').trim(),
    // Addresses are stored in lower case, so a change of case is no change.
    isIdle: (wanted) => wanted === '' || wanted.toLowerCase() === email.toLowerCase(),
    check: () => null,
    send: (wanted) => withRecentLogin(() => updateUserEmail(wanted)),
    failure: 'Failed to update email',
    success: 'Email updated successfully',
  });
  return (
    <AccountForm {...form} action="Update Email" small>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        problem={problems.email}
      />
    </AccountForm>
  );
}
