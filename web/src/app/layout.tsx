import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useMatch, useNavigate } from 'react-router';
import { AccountButton } from '../accounts/account-button.tsx';
import { useAuth, useAuthExtras } from '../accounts/auth-context.ts';
import { destination } from '../accounts/protected-route.tsx';
import { verificationOutcome } from '../accounts/verification-outcome.ts';
import { Footer } from '../site/footer.tsx';
import { Navigation } from '../site/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { MissingPagesNotice } from '../ui/pages/missing-pages-notice.tsx';
import { whenSettled } from '../ui/pages/when-settled.ts';
import { notify } from '../ui/toasts/notify.ts';
import { developerPages } from './developer-pages.ts';
import { PageOutlet } from './page-outlet.tsx';
import { AccountMenu, LoginDialog, preloadWatchPages, VerificationNotice } from './pages.ts';
import { SignedOut } from './signed-out.tsx';
import { useArrival } from './use-arrival.ts';

const links = [
  { to: '/', title: 'Home' },
  { to: '/about', title: 'About' },
  { to: '/contact', title: 'Contact' },
  { to: '/articles', title: 'Articles' },
];
const HISTORY = '/dashboard?view=history';
const memberLinks = [
  { to: '/dashboard', title: 'Dashboard' },
  { to: HISTORY, title: 'History' },
  { to: '/devices', title: 'Devices' },
  ...links,
];
const memberMenu = [
  { to: '/dashboard', title: 'Dashboard' },
  { to: '/profile', title: 'Profile' },
  { to: '/devices', title: 'Devices' },
];

/** Enough time on most networks for the opened page to load. */
const FIRST_PAGE_MS = 2_000;

/** The frame around every page, and the login modal, which the button and /login open. */
export function Layout() {
  const { currentUser } = useAuth();
  const { signedOutAt } = useAuthExtras();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const [clicks, setClicks] = useState(0);
  const content = useRef<HTMLElement>(null);
  useArrival(content);
  const atLogin = useMatch('/login') !== null;
  const atDashboard = useMatch('/dashboard') !== null;
  const verification = verificationOutcome({ pathname, search });
  const onWall = atDashboard && new URLSearchParams(search).has('wall');

  const isMember = currentUser !== null;
  useEffect(() => (isMember ? afterFirstPage(preloadWatchPages) : undefined), [isMember]);

  // After a sign-in elsewhere it is closed for good, so that the next logout does not show it again.
  if (currentUser && opened) setOpened(false);
  if (currentUser && atLogin) return <Navigate to={destination(state, currentUser)} replace />;

  function open() {
    setOpened(true);
    setClicks(clicks + 1);
  }

  function close() {
    setOpened(false);
    if (atLogin) navigate('/', { replace: true });
  }

  function arrive() {
    setOpened(false);
    // At /login the rule above redirects.
    if (!atLogin) navigate('/dashboard');
  }

  const account = currentUser ? (
    <AccountButton entries={memberMenu} developerPages={developerPages} Menu={AccountMenu} />
  ) : (
    <Button onPointerEnter={LoginDialog.preload} onClick={open}>
      Login
    </Button>
  );

  return (
    <>
      <div inert={signedOutAt !== null} className="flex min-h-dvh flex-col">
        <a
          // On the dashboard the list is the content; its header is a long way through by keyboard.
          href={atDashboard && !onWall ? '#view-heading' : '#content'}
          className="sr-only z-50 rounded-lg bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        {!onWall && (
          <Navigation
            entries={currentUser ? memberLinks : links}
            current={atDashboard && new URLSearchParams(search).get('view') === 'history' ? HISTORY : pathname}
            account={account}
          />
        )}
        <main ref={content} id="content" tabIndex={-1} className="flex grow flex-col">
          {verification && (
            <ErrorBoundary resetKey="verification" fallback={() => null} onError={tellMissingNotice}>
              <Suspense>
                <VerificationNotice outcome={verification} />
              </Suspense>
            </ErrorBoundary>
          )}
          <PageOutlet />
        </main>
        {!onWall && <Footer />}
        <MissingPagesNotice />
        {!currentUser && (opened || atLogin) && (
          <ErrorBoundary resetKey={`click ${clicks}`} fallback={() => null} onError={tellMissingLogin}>
            <Suspense>
              <LoginDialog open onClose={close} onSignedIn={arrive} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
      <SignedOut />
    </>
  );
}

/** The open page is loaded first. */
function afterFirstPage(callback: () => void): () => void {
  let callOff = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    callOff = whenSettled(callback);
  }, FIRST_PAGE_MS);
  return () => callOff();
}

function tellMissingLogin() {
  LoginDialog.renew();
  void notify.error({
    title: 'The login did not open',
    description: 'It could not be loaded. Check your connection, then press Login again.',
    long: true,
  });
}

function tellMissingNotice() {
  VerificationNotice.renew();
  void notify.error({
    title: 'Your verification link was followed',
    description: 'What became of it could not be shown. Check your connection, then reload the page.',
    long: true,
  });
}
