import { useMatch, useSearchParams } from 'react-router';
import { soundUntilSeen } from '../alerting/repeated-alarm.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { LastProven } from '../drills/last-proven.tsx';
import { MissedDrills } from '../drills/missed-drills.tsx';
import { EscalationAlerts } from '../escalation/escalation-alerts.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';

/** What a team's screens show besides new threats: what nobody answers, missed drills, and when a drill was last proven. */
export function TeamAlerts() {
  const { subscribe } = useDashboardStore();
  const [query] = useSearchParams();
  const atDashboard = useMatch('/dashboard') !== null;
  const isWall = query.has('wall');
  return (
    <ErrorBoundary resetKey="team" fallback={() => null}>
      <EscalationAlerts follow={subscribe} sound={soundUntilSeen} />
      <MissedDrills />
      {/* The wall has it beside the age of its data. */}
      {atDashboard && !isWall && (
        <div className="page-width pt-2 text-right">
          <LastProven />
        </div>
      )}
    </ErrorBoundary>
  );
}
