import { DEVICE_PAGE, INCIDENT_PAGE, type PagePath } from '@vedette/contract/pages';
import { Route, Routes } from 'react-router';
import { ProtectedRoute } from '../accounts/protected-route.tsx';
import { developerPages } from './developer-pages.ts';
import { Layout } from './layout.tsx';
import {
  AboutPage,
  AlertControls,
  ArticlesPage,
  AuthPage,
  AuthTestRoute,
  ConnectPage,
  ContactPage,
  DashboardPage,
  DevicePage,
  DevicesPage,
  HomePage,
  IncidentPage,
  NotFoundPage,
  ProfilePage,
  ProjectOverviewPage,
  RegisterPage,
  ResetPasswordPage,
  TeamPage,
  TestPage,
} from './pages.ts';
import { Watched } from './watched.tsx';

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route element={<Watched />}>
          <Route path={at('/')} element={<HomePage />} />
          {/* Served like the home page; the layout opens the login modal over it. */}
          <Route path={at('/login')} element={<HomePage />} />
          <Route path={at('/project-overview')} element={<ProjectOverviewPage />} />
          <Route path={at('/about')} element={<AboutPage />} />
          <Route path={at('/contact')} element={<ContactPage />} />
          <Route path={at('/articles')} element={<ArticlesPage />} />
          <Route path={at('/auth')} element={<AuthPage />} />
          <Route path={at('/register')} element={<RegisterPage />} />
          <Route path={at('/reset-password')} element={<ResetPasswordPage />} />
          <Route path={at('/invitation')} element={<TeamPage />} />
          <Route element={<ProtectedRoute />}>
            <Route path={at('/dashboard')} element={<DashboardPage alerts={<AlertControls />} />} />
            <Route path={at('/profile')} element={<ProfilePage developerPages={developerPages} />} />
            <Route path={at('/devices')} element={<DevicesPage />} />
            <Route path={at('/devices/connect')} element={<ConnectPage />} />
            <Route path={DEVICE_PAGE} element={<DevicePage />} />
            <Route path={at('/handover')} element={<TeamPage />} />
            <Route path={INCIDENT_PAGE} element={<IncidentPage />} />
            <Route path={at('/escalation')} element={<TeamPage />} />
            <Route path={at('/people')} element={<TeamPage />} />
            <Route path={at('/settings')} element={<TeamPage />} />
            <Route path={at('/audit')} element={<TeamPage />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route path={at('/auth-test')} element={<AuthTestRoute />} />
        <Route path={at('/api-test')} element={<TestPage />} />
        <Route path={at('/simple-api-test')} element={<TestPage />} />
        <Route path={at('/quick-api-test')} element={<TestPage />} />
        <Route path={at('/db-test-hook')} element={<TestPage />} />
        <Route path={at('/hooks-test')} element={<TestPage />} />
      </Route>
    </Routes>
  );
}

/** The server answers 404 for a path that is not on the list. */
function at(path: PagePath): string {
  return path;
}
