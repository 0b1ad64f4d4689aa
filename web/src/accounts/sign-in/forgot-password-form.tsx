import { type ReactNode, useState } from 'react';
import { useAuth } from '../auth-context.ts';
import { AccountForm } from './account-form.tsx';
import { checkAddress } from './credentials.rules.ts';
import { type EmailDraft, EmailField } from './email-field.tsx';
import { text, useAccountForm } from './use-account-form.ts';

/** Requests the mail with the link to /reset-password. @param children the link back */
export function ForgotPasswordForm({ draft, children }: { draft: EmailDraft; children?: ReactNode }) {
  const { resetPassword } = useAuth();
  const [sentTo, setSentTo] = useState<string>();
  const { problems, ...form } = useAccountForm({
    read: (data) => text(data, 'email').trim(),
    check: checkAddress,
    async send(email) {
      await resetPassword(email);
      setSentTo(email);
    },
    failure: 'Failed to send the password reset email',
  });
  return (
    <AccountForm
      {...form}
      action="Send Reset Link"
      below={
        <>
          <div role="status" className="text-sm empty:hidden">
            {sentTo && (
              <p className="rounded-lg bg-accent-soft px-3 py-2 text-accent-ink">
                If <strong className="font-semibold break-all">{sentTo}</strong> has an account, a mail with a link is
                on its way. The link works once, for one hour.
              </p>
            )}
          </div>
          {children}
        </>
      }
    >
      <EmailField draft={draft} problem={problems.email} />
    </AccountForm>
  );
}
