import { DEVICE_PAGE, INCIDENT_PAGE, type PagePath } from '@vedette/contract/pages';
import { matchPath } from 'react-router';
import { lazyPage } from '../ui/pages/lazy-page.ts';

export const HomePage = lazyPage(
  () => import('../site/home/home-page.tsx').then(({ HomePage }) => HomePage),
  'The home page',
);
export const ProjectOverviewPage = lazyPage(
  () => import('../site/overview/project-overview-page.tsx').then((it) => it.ProjectOverviewPage),
  'The project overview',
);
export const AboutPage = lazyPage(() => import('../site/about-page.tsx').then(({ AboutPage }) => AboutPage), 'About');
export const ContactPage = lazyPage(
  () => import('../site/contact/contact-page.tsx').then(({ ContactPage }) => ContactPage),
  'Contact',
);
export const ArticlesPage = lazyPage(
  () => import('../site/articles/articles-page.tsx').then((it) => it.ArticlesPage),
  'Articles',
);
export const NotFoundPage = lazyPage(() => import('../site/not-found-page.tsx').then((it) => it.NotFoundPage));
export const AuthPage = lazyPage(() => import('../accounts/sign-in/auth-page.tsx').then(({ AuthPage }) => AuthPage));
export const RegisterPage = lazyPage(() =>
  import('../accounts/sign-in/register-page.tsx').then((it) => it.RegisterPage),
);
export const ProfilePage = lazyPage(
  () => import('../accounts/profile/profile-page.tsx').then((it) => it.ProfilePage),
  'Profile',
);
export const SecondFactorPage = lazyPage(
  () => import('../accounts/profile/profile-page.tsx').then((it) => it.SecondFactorPage),
  'The second factor',
);
export const ResetPasswordPage = lazyPage(() =>
  import('../accounts/sign-in/reset-password-page.tsx').then((it) => it.ResetPasswordPage),
);
export const VerificationNotice = lazyPage(() =>
  import('../accounts/verification-notice.tsx').then((it) => it.VerificationNotice),
);
export const LoginDialog = lazyPage(() => import('../accounts/sign-in/login-dialog.tsx').then((it) => it.LoginDialog));
export const SignedOutDialog = lazyPage(
  () => import('../accounts/signed-out-dialog.tsx').then((it) => it.SignedOutDialog),
  'The login',
);
export const AccountMenu = lazyPage(() => import('./member-menu.tsx').then((it) => it.MemberMenu));
export const Toaster = lazyPage(() => import('../ui/toasts/toaster.tsx').then(({ Toaster }) => Toaster));
export const WatchLayout = lazyPage(
  () => import('./watch-layout.tsx').then(({ WatchLayout }) => WatchLayout),
  'The dashboard',
);
export const DashboardPage = lazyPage(
  () => import('../dashboard/dashboard-page.tsx').then((it) => it.DashboardPage),
  'The dashboard',
);
export const AlertControls = lazyPage(
  () => import('./watched-alert-controls.tsx').then((it) => it.WatchedAlertControls),
  'The alert settings',
);
export const DevicesPage = lazyPage(() => import('./device-routes.tsx').then((it) => it.DevicesRoute), 'Devices');
export const ConnectPage = lazyPage(() => import('./device-routes.tsx').then((it) => it.ConnectRoute), 'The page');
export const DevicePage = lazyPage(() => import('./device-routes.tsx').then((it) => it.DeviceRoute), 'The device');
export const IncidentPage = lazyPage(
  () => import('./incident-route.tsx').then((it) => it.IncidentRoute),
  'The incident',
);
export const TeamPage = lazyPage(() => import('./team-page.tsx').then((it) => it.TeamPage), 'The page');
export const TestPage = lazyPage(() => import('./test-page.tsx').then((it) => it.TestPage));
export const AuthTestRoute = lazyPage(() => import('./auth-test-route.tsx').then((it) => it.AuthTestRoute));

const firstNeeded: Record<PagePath | typeof DEVICE_PAGE | typeof INCIDENT_PAGE, { preload: () => void }[]> = {
  '/': [HomePage],
  '/project-overview': [ProjectOverviewPage],
  '/about': [AboutPage],
  '/contact': [ContactPage],
  '/articles': [ArticlesPage],
  '/login': [HomePage, LoginDialog],
  '/auth': [AuthPage],
  '/register': [RegisterPage],
  '/reset-password': [ResetPasswordPage],
  '/profile': [WatchLayout, ProfilePage],
  '/dashboard': [WatchLayout, DashboardPage, AlertControls],
  '/devices': [WatchLayout, DevicesPage],
  '/devices/connect': [WatchLayout, ConnectPage],
  '/handover': [WatchLayout, TeamPage],
  '/escalation': [WatchLayout, TeamPage],
  '/people': [WatchLayout, TeamPage],
  '/settings': [WatchLayout, TeamPage],
  '/audit': [WatchLayout, TeamPage],
  '/invitation': [TeamPage],
  [DEVICE_PAGE]: [WatchLayout, DevicePage],
  [INCIDENT_PAGE]: [WatchLayout, IncidentPage],
  '/auth-test': [AuthTestRoute],
  '/api-test': [TestPage],
  '/simple-api-test': [TestPage],
  '/quick-api-test': [TestPage],
  '/db-test-hook': [TestPage],
  '/hooks-test': [TestPage],
};

/** The pages that a signed-in user may open next, preloaded so that they open also while the server is gone. */
export function preloadWatchPages() {
  for (const page of [
    WatchLayout,
    DashboardPage,
    AlertControls,
    DevicesPage,
    ProfilePage,
    LoginDialog,
    SignedOutDialog,
  ])
    page.preload();
}

/** Fetches the code of a page while the session is being read. */
export function preloadPage(pathname: string) {
  const [, pages = []] = Object.entries(firstNeeded).find(([path]) => matchPath(path, pathname)) ?? [];
  for (const page of pages) page.preload();
}
