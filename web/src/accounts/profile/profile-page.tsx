import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { lazyPage } from '../../ui/pages/lazy-page.ts';
import { PageTitle } from '../../ui/pages/page-title.tsx';
import type { MenuEntry } from '../account-button.tsx';
import { useAuth } from '../auth-context.ts';
import { SecondFactorSection, useSecondFactors } from '../second-factor/second-factor-section.tsx';
import { usePublicConfig } from '../use-public-config.ts';
import { DeleteAccount } from './delete-account.tsx';
import { EmailVerification } from './email-verification.tsx';
import { UpdateEmailForm } from './update-email-form.tsx';
import { UpdatePasswordForm } from './update-password-form.tsx';
import { useRecentLogin, type WithRecentLogin } from './use-recent-login.tsx';

// In this file of the built app, so that the first load does not name another one.
export { SecondFactorPage } from '../second-factor/second-factor-page.tsx';

const OwnTokens = lazyPage(() => import('../tokens/own-tokens.tsx').then((it) => it.OwnTokens), 'The API tokens');

/** @param developerPages links to the test pages; without any, the section is left out */
export function ProfilePage({ developerPages }: { developerPages: readonly MenuEntry[] }) {
  const { currentUser } = useAuth();
  const { withRecentLogin, dialog } = useRecentLogin();
  const config = usePublicConfig();
  if (!currentUser) return null;
  return (
    <div className="page-width grid max-w-3xl! gap-5 py-8 sm:py-10">
      <PageTitle>Profile · Vedette</PageTitle>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">Profile</h1>
        <p className="mt-1 text-muted wrap-anywhere">{currentUser.email}</p>
        <EmailVerification />
      </div>
      <Section title="Email address" text="You sign in with it, and notices about your account go there.">
        <UpdateEmailForm key={currentUser.email} email={currentUser.email} withRecentLogin={withRecentLogin} />
      </Section>
      <Section title="Password" text="A new password signs you out on every other device.">
        <UpdatePasswordForm email={currentUser.email} withRecentLogin={withRecentLogin} />
      </Section>
      {config?.team === true && config.identity === 'embedded' && (
        <Section title="Second factor" text="A sign-in then asks for more than the password.">
          <OwnSecondFactors withRecentLogin={withRecentLogin} />
        </Section>
      )}
      {currentUser.role && (
        <Section title="API tokens" text="With a token a script acts for you. It can do what your role allows.">
          <Suspense>
            <OwnTokens withRecentLogin={withRecentLogin} />
          </Suspense>
        </Section>
      )}
      {developerPages.length > 0 && (
        <Section title="Developer tools" text="Pages that try out one part of the system each.">
          <ul className="grid gap-2 sm:grid-cols-2">
            {developerPages.map(({ to, title, ownDocument = false }) => (
              <li key={to}>
                <Link
                  to={to}
                  reloadDocument={ownDocument}
                  className="block rounded-lg border border-line px-4 py-3 text-sm font-medium hover:bg-sunken"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Delete account" text="Erases your account and signs you out everywhere. Detections stay.">
        <DeleteAccount withRecentLogin={withRecentLogin} />
      </Section>
      {dialog}
    </div>
  );
}

function OwnSecondFactors({ withRecentLogin }: { withRecentLogin: WithRecentLogin }) {
  return <SecondFactorSection factors={useSecondFactors()} withRecentLogin={withRecentLogin} />;
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card className="grid gap-x-8 gap-y-4 p-5 sm:grid-cols-[14rem_1fr] sm:p-6">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </Card>
  );
}
