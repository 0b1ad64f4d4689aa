import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAuth } from './auth-context.ts';
import { FormNote } from './form-note.tsx';
import { text, useAccountForm } from './use-account-form.ts';
import type { WithRecentLogin } from './use-recent-login.tsx';

export function UpdateEmailForm({ email, withRecentLogin }: { email: string; withRecentLogin: WithRecentLogin }) {
  const { updateUserEmail } = useAuth();
  const { problems, note, busy, submit } = useAccountForm({
    read: (data) => text(data, 'email').trim(),
    // Addresses are kept in lower case: another case is the same one.
    isIdle: (wanted) => wanted === '' || wanted.toLowerCase() === email.toLowerCase(),
    check: () => null,
    send: (wanted) => withRecentLogin(() => updateUserEmail(wanted)),
    failure: 'Failed to update email',
    success: 'Email updated successfully',
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        problem={problems.email}
      />
      <FormNote>{note}</FormNote>
      <Button type="submit" busy={busy} className="justify-self-start">
        Update Email
      </Button>
    </form>
  );
}
