import { IconLinkOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { showFace } from '../../ui/pages/show-face.ts';
import { useAuthExtras } from '../auth-context.ts';
import { isIdentityError } from '../identity/identity-error.ts';
import { AccountForm } from './account-form.tsx';
import { checkNewPassword } from './credentials.rules.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { text, useAccountForm } from './use-account-form.ts';
import { useEmailDraft } from './use-email-draft.ts';

/** The target of the mailed link. Without a valid token it requests a new mail. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const [deadToken, setDeadToken] = useState<string>();
  const content = useRef<HTMLDivElement>(null);
  const draft = useEmailDraft();
  const face = !token ? faces.ask : token === deadToken ? faces.dead : faces.choose;
  return (
    <div ref={content} className="page-width max-w-md! py-10 sm:py-16">
      <PageHead
        title="Reset password · Vedette"
        description="Choose a new password by a link that is mailed to your address."
      />
      <h1 className="text-center text-2xl font-semibold tracking-tight">{face.title}</h1>
      <p className="mt-2 text-center text-sm text-muted">{face.text}</p>
      {face === faces.dead && (
        <Alert tone="danger" className="mt-6" icon={<IconLinkOff size="1.25rem" aria-hidden="true" />}>
          This link no longer works: it has been used already, or it has run out.
        </Alert>
      )}
      <Card className="mt-6 p-5 sm:p-6">
        {token && face === faces.choose ? (
          <NewPasswordForm key={token} token={token} onDead={() => showFace(content, () => setDeadToken(token))} />
        ) : (
          <ForgotPasswordForm draft={draft} />
        )}
      </Card>
    </div>
  );
}

function NewPasswordForm({ token, onDead }: { token: string; onDead: () => void }) {
  const { setNewPassword } = useAuthExtras();
  const navigate = useNavigate();
  const { problems, ...form } = useAccountForm({
    read: (data) => ({ password: text(data, 'password'), confirmation: text(data, 'confirmation') }),
    check: checkNewPassword,
    async send({ password }) {
      await setNewPassword({ token, password }).catch((error: unknown) => {
        if (isIdentityError(error, 'link-invalid')) onDead();
        throw error;
      });
      navigate('/login');
    },
    failure: 'Failed to update password',
    success: 'Password updated successfully',
  });
  return (
    <AccountForm {...form} action="Set New Password">
      <NewPasswordFields label="New Password" problems={problems} />
    </AccountForm>
  );
}

const faces = {
  ask: { title: 'Reset your password', text: 'We send you a link with which you choose a new one.' },
  choose: { title: 'Choose a new password', text: 'All other sign-ins of this account end with it.' },
  dead: { title: 'Ask for a new link', text: 'Only the newest link works, and only once.' },
} as const;
