import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAuthExtras } from '../accounts/auth-context.ts';
import { soundAlarm, wakeAlarmByUse } from '../alerting/alarm.ts';
import { CountingTabIcon } from '../alerting/counting-tab-icon.tsx';
import { notifyWhenHidden } from '../alerting/notifications.ts';
import { soundUntilSeen, stopRepeating, stopRepeatingByUse } from '../alerting/repeated-alarm.ts';
import { useTitlePrefix } from '../dashboard/use-title-prefix.ts';
import { isUnanswered } from '../detections/arrivals.ts';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { useConnection } from '../live/live-context.ts';
import { withModal } from '../modals/modal-address.ts';

/** The alerts of a new threat besides the screen: alarm, system notification, the tab's icon and title. */
export function ThreatAlerts({ onTitlePrefix }: { onTitlePrefix: (prefix: string) => void }) {
  const { arrivals } = useDashboardStore();
  const navigate = useNavigate();
  const count = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const isCalm = useSnapshot(({ threats }) => !threats.items.some(isUnanswered));
  const { phase, storage } = useConnection();
  const titlePrefix = useTitlePrefix();
  const isSignedOut = useAuthExtras().signedOutAt !== null;

  useEffect(() => {
    onTitlePrefix(titlePrefix);
    return () => onTitlePrefix('');
  }, [onTitlePrefix, titlePrefix]);

  const alert = useEffectEvent(() => {
    soundUntilSeen(arrivals.highestSpoken());
    const [title = '', body = ''] = arrivals.sentence().split(/: (.*)/s);
    const threat = withModal(new URLSearchParams(), { kind: 'threat', id: arrivals.spokenOf() });
    notifyWhenHidden({ title, body, onOpen: () => navigate(`/dashboard?${threat}`) });
  });
  useEffect(() => arrivals.subscribe(() => alert()), [arrivals]);
  useEffect(() => wakeAlarmByUse(), []);
  useEffect(() => stopRepeatingByUse(), []);
  useEffect(() => {
    if (isCalm) stopRepeating();
  }, [isCalm]);

  // Sounds once and does not repeat: nobody is alerted from here on.
  useEffect(() => {
    if (!isSignedOut) return;
    stopRepeating();
    soundAlarm(0);
    notifyWhenHidden({ title: 'You were signed out', body: 'Nothing is being watched.', onOpen: () => undefined });
  }, [isSignedOut]);

  return <CountingTabIcon count={count} blind={phase === 'blind' || phase === 'ended' || storage.refused !== null} />;
}
