import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useMatch, useSearchParams } from 'react-router';
import { soundUntilSeen } from '../alerting/repeated-alarm.ts';
import { ClearRequestStrip } from '../answering/clear-request-strip.tsx';
import { useMay } from '../api/permissions.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { LastProven } from '../drills/last-proven.tsx';
import { MissedDrills } from '../drills/missed-drills.tsx';
import { EscalationAlerts } from '../escalation/escalation-alerts.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { useStripPlace } from '../ui/strip-place.ts';

/** What a team's screens show besides new threats: what nobody answers, missed drills, and when a drill was last proven. */
export function TeamAlerts() {
  const { subscribe } = useDashboardStore();
  const [query] = useSearchParams();
  const mayClear = useMay('detections.clear');
  const atDashboard = useMatch('/dashboard') !== null;
  return (
    <ErrorBoundary resetKey="team" fallback={() => <TeamAlertsBroken />}>
      {/* The wall has it beside the age of its data. */}
      {atDashboard && !query.has('wall') && (
        <div className="page-width py-3 text-right">
          <LastProven />
        </div>
      )}
      <Strips>
        <EscalationAlerts follow={subscribe} sound={soundUntilSeen} />
        <MissedDrills />
        {mayClear && <ClearRequestStrip />}
      </Strips>
    </ErrorBoundary>
  );
}

/** Uses none of the parts that failed. */
function TeamAlertsBroken() {
  return (
    <StripsAtEnd>
      <p role="alert" className="bg-danger-soft px-4 py-3 text-sm font-semibold text-danger-ink">
        Unanswered alarms and missed drills cannot be shown. Reload the page.
      </p>
    </StripsAtEnd>
  );
}

/** From this width on the wall has one page, and large type. */
const WALL_PX = 1_024;
const LARGE = 1.6;

/** On the wall they have a place; elsewhere they are over the end of the page. */
function Strips({ children }: { children: ReactNode }) {
  const place = useStripPlace();
  if (!place) return <StripsAtEnd>{children}</StripsAtEnd>;
  // A wall screen is read from far away.
  return createPortal(<div style={{ zoom: window.innerWidth >= WALL_PX ? LARGE : 1 }}>{children}</div>, place);
}

/** They come while somebody aims: here they move nothing, and only their links take presses. */
function StripsAtEnd({ children }: { children: ReactNode }) {
  const strips = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = strips.current;
    if (!element) return undefined;
    // The end of the page can be scrolled above them.
    const observer = new ResizeObserver(() => {
      document.body.style.paddingBottom = `${element.offsetHeight}px`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.body.style.paddingBottom = '';
    };
  }, []);
  return (
    <div ref={strips} style={{ position: 'fixed', insetInline: 0, bottom: 0, zIndex: 30, pointerEvents: 'none' }}>
      {children}
    </div>
  );
}
