import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useAuth } from './auth-context.ts';
import { checkAddress } from './credentials.rules.ts';
import { type EmailDraft, EmailField } from './email-field.tsx';
import { FormNote } from './form-note.tsx';
import { text, useAccountForm } from './use-account-form.ts';

/** Asks for the mail that leads to /reset-password. @param children the way back */
export function ForgotPasswordForm({ draft, children }: { draft: EmailDraft; children?: ReactNode }) {
  const { resetPassword } = useAuth();
  const [sentTo, setSentTo] = useState<string>();
  const { problems, note, busy, submit } = useAccountForm({
    read: (data) => text(data, 'email').trim(),
    check: checkAddress,
    async send(email) {
      await resetPassword(email);
      setSentTo(email);
    },
    failure: 'Failed to send the password reset email',
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <EmailField draft={draft} problem={problems.email} />
      <FormNote>{note}</FormNote>
      <Button type="submit" busy={busy} className="mt-1 h-11 w-full">
        Send Reset Link
      </Button>
      <div role="status" className="text-sm empty:hidden">
        {sentTo && (
          <p className="rounded-lg bg-accent-soft px-3 py-2 text-accent-ink">
            If <strong className="font-semibold break-all">{sentTo}</strong> has an account, a mail with a link is on
            its way. The link works once, for one hour.
          </p>
        )}
      </div>
      {children}
    </form>
  );
}
