import { Route, Routes } from 'react-router';
import { ProtectedRoute } from '../accounts/protected-route.tsx';
import { developerPages } from './developer-pages.ts';
import { Layout } from './layout.tsx';
import {
  AboutPage,
  AlertControls,
  ApiTestPage,
  ArticlesPage,
  AuthPage,
  AuthTestRoute,
  ContactPage,
  DashboardPage,
  DbTestPage,
  DevicesPage,
  HomePage,
  HooksTestPage,
  NotFoundPage,
  ProfilePage,
  ProjectOverviewPage,
  QuickApiTestPage,
  RegisterPage,
  ResetPasswordPage,
  SimpleApiTestPage,
  TestLayout,
  WatchLayout,
} from './pages.ts';

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        {/* Served like the home page; the layout opens the login modal over it. */}
        <Route path="login" element={<HomePage />} />
        <Route path="project-overview" element={<ProjectOverviewPage />} />
        <Route path="about" element={<AboutPage />} />
        <Route path="contact" element={<ContactPage />} />
        <Route path="articles" element={<ArticlesPage />} />
        <Route path="auth" element={<AuthPage />} />
        <Route path="register" element={<RegisterPage />} />
        <Route path="reset-password" element={<ResetPasswordPage />} />
        <Route element={<ProtectedRoute />}>
          <Route element={<WatchLayout />}>
            <Route path="dashboard" element={<DashboardPage alerts={<AlertControls />} />} />
            <Route path="profile" element={<ProfilePage developerPages={developerPages} />} />
            <Route path="devices" element={<DevicesPage />} />
          </Route>
        </Route>
        <Route path="auth-test" element={<AuthTestRoute />} />
        <Route element={<TestLayout />}>
          <Route path="api-test" element={<ApiTestPage />} />
          <Route path="simple-api-test" element={<SimpleApiTestPage />} />
          <Route path="quick-api-test" element={<QuickApiTestPage />} />
          <Route path="db-test-hook" element={<DbTestPage />} />
          <Route path="hooks-test" element={<HooksTestPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
