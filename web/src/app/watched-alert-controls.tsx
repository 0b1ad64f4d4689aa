import { AlertControls } from '../alerting/alert-controls.tsx';
import { useSnapshot } from '../detections/dashboard-store-context.ts';

/** The switches of the alerts, amber while threats are active and the sound is off. */
export function WatchedAlertControls() {
  const count = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  return <AlertControls alarmed={count > 0} />;
}
