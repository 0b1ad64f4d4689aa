import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Invitation, ReadInvitationAnswer } from '@vedette/contract/invitation';
import { useNavigate, useSearchParams } from 'react-router';
import { request } from '../../api/request.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { PageLoadFailed } from '../../ui/pages/page-load-failed.tsx';
import { useAuth } from '../auth-context.ts';
import { translate } from '../identity/embedded-refusals.ts';
import { isIdentityError } from '../identity/identity-error.ts';
import { roleNames } from '../role-names.ts';
import { AccountForm } from './account-form.tsx';
import { checkNewPassword } from './credentials.rules.ts';
import { LoginLink } from './login-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { text, useAccountForm } from './use-account-form.ts';

/** The target of the mailed link: whoever opens it chooses a password for the new account. */
export function InvitationPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const {
    data: invitation,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="page-width max-w-md! py-10 sm:py-16">
      <PageHead title="Invitation · Vedette" description="Make the account to which you are invited." />
      <h1 className="text-center text-2xl font-semibold tracking-tight">You are invited</h1>
      {!error && !invitation && <p className="mt-2 text-center text-sm text-muted">Reading the invitation…</p>}
      {isIdentityError(error, 'link-invalid') && (
        <>
          <Alert tone="danger" className="mt-6" icon={<IconLinkOff size="1.25rem" aria-hidden="true" />}>
            This link no longer works: it has been used already, it was withdrawn, or it has run out. Ask whoever
            invited you for a new one.
          </Alert>
          <LoginLink />
        </>
      )}
      {error && !isIdentityError(error, 'link-invalid') && (
        <div className="mt-6">
          <PageLoadFailed
            title="The invitation could not be read"
            reason={error.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {invitation && <Accept invitation={invitation} token={token} />}
    </div>
  );
}

function Accept({ invitation, token }: { invitation: Invitation; token: string }) {
  const { email, role, invited_by: invitedBy } = invitation;
  const { currentUser, login } = useAuth();
  const navigate = useNavigate();
  const { problems, ...form } = useAccountForm({
    read: (data) => ({ password: text(data, 'password'), confirmation: text(data, 'confirmation') }),
    check: checkNewPassword,
    async send({ password }) {
      await request('/auth/invitation/accept', { method: 'POST', body: { token, password } }).catch((error) => {
        throw translate(error);
      });
      // The account is made; if the sign-in fails, the person tries it on the login page.
      const isSignedIn = await login({ email, password }).then(
        () => true,
        () => false,
      );
      navigate(isSignedIn ? '/dashboard' : '/login');
    },
    failure: 'Failed to create an account',
    success: 'Account created successfully',
  });
  return (
    <>
      <p className="mt-2 text-center text-sm text-muted wrap-anywhere">
        {`${invitedBy === 'console' ? 'Whoever runs this system' : invitedBy} invites ${email} as ${roleNames[role].toLowerCase()}. Choose a password.`}
      </p>
      {currentUser && (
        <p className="mt-2 text-center text-sm text-muted wrap-anywhere">
          {`You are signed in as ${currentUser.email}; the new account takes its place in this browser.`}
        </p>
      )}
      <Card className="mt-6 p-5 sm:p-6">
        <AccountForm {...form} action="Create Account">
          {/* Password managers read the account's address from this field. */}
          <input type="hidden" autoComplete="username" value={email} />
          <NewPasswordFields label="Password" problems={problems} />
        </AccountForm>
      </Card>
    </>
  );
}

async function readInvitation(token: string): Promise<Invitation> {
  try {
    const { invitation } = await request<ReadInvitationAnswer>('/auth/invitation', { method: 'POST', body: { token } });
    return invitation;
  } catch (error) {
    // A link that was cut short is refused as well.
    throw translate(error, { VALIDATION_ERROR: 'link-invalid', BAD_REQUEST: 'link-invalid' });
  }
}
