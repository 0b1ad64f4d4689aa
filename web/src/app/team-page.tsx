import type { TeamPath } from '@vedette/contract/pages';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../accounts/auth-context.ts';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { testAlarm } from '../alerting/alarm.ts';
import { NotFoundPage } from '../site/not-found-page.tsx';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import { pagePathOf } from './page-path.ts';

const HandoverPage = lazyPage(
  () => import('../handover/handover-page.tsx').then((it) => it.HandoverPage),
  'The hand-over',
);
const EscalationPage = lazyPage(
  () => import('../escalation/escalation-page.tsx').then((it) => it.EscalationPage),
  'The page',
);
const PeoplePage = lazyPage(() => import('../people/people-page.tsx').then((it) => it.PeoplePage), 'The page');
const AuditPage = lazyPage(() => import('../audit/audit-page.tsx').then((it) => it.AuditPage), 'The page');
const SettingsPage = lazyPage(() => import('../settings/settings-page.tsx').then((it) => it.SettingsPage), 'The page');
const InvitationPage = lazyPage(() => import('./invitation-route.tsx').then((it) => it.InvitationRoute), 'The page');

const pages: Record<TeamPath, ComponentType> = {
  '/handover': HandoverPage,
  '/escalation': () => <EscalationPage testSound={testAlarm} />,
  '/people': People,
  '/audit': AuditPage,
  '/settings': SettingsPage,
  '/invitation': InvitationPage,
};

/** The pages that only a team has; in a file apart, so that others do not load their list. */
export function TeamPage() {
  const config = usePublicConfig();
  const { pathname } = useLocation();
  if (config === null) return null;
  const Page = pages[pagePathOf(pathname) as TeamPath];
  return config.team ? <Page /> : <NotFoundPage />;
}

function People() {
  const isEmbedded = usePublicConfig()?.identity === 'embedded';
  return <PeoplePage ownId={useAuth().currentUser?.uid ?? ''} invites={isEmbedded} />;
}
