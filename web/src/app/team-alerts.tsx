import { soundUntilSeen } from '../alerting/repeated-alarm.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { EscalationAlerts } from '../escalation/escalation-alerts.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';

/** What a team's screens are told besides new threats. */
export function TeamAlerts() {
  const { subscribe } = useDashboardStore();
  return (
    <ErrorBoundary resetKey="team" fallback={() => null}>
      <EscalationAlerts follow={subscribe} sound={soundUntilSeen} />
    </ErrorBoundary>
  );
}
