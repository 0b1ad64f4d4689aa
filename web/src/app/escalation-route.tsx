import { usePublicConfig } from '../accounts/use-public-config.ts';
import { testAlarm } from '../alerting/alarm.ts';
import { EscalationPage } from '../escalation/escalation-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function EscalationRoute() {
  const config = usePublicConfig();
  if (config === null) return null;
  return config.team ? <EscalationPage testSound={testAlarm} /> : <NotFoundPage />;
}
