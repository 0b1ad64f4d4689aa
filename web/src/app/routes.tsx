import { Route, Routes } from 'react-router';
import { ProtectedRoute } from '../accounts/protected-route.tsx';
import { CONTACT_EMAIL } from '../site/contact.ts';
import { Layout } from './layout.tsx';
import {
  AboutPage,
  ArticlesPage,
  AuthPage,
  ContactPage,
  DashboardPage,
  DevicesPage,
  HomePage,
  NotFoundPage,
  ProjectOverviewPage,
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
        <Route path="auth" element={<AuthPage contact={CONTACT_EMAIL} />} />
        <Route element={<ProtectedRoute />}>
          <Route element={<WatchLayout />}>
            <Route path="dashboard" element={<DashboardPage />} />
            <Route path="devices" element={<DevicesPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
