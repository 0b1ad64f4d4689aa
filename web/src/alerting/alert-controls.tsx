import { IconBell, IconBellOff, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { disableAlarm, enableAlarm, useAlarmState } from './alarm.ts';
import { useAlertSettings } from './alert-settings.ts';
import { disableNotifications, enableNotifications } from './notifications.ts';
import { SoundPanel } from './sound-panel.tsx';

/** Shows whether the alarm sounds on this screen, with its switches. */
export function AlertControls({ alarmed }: { alarmed: boolean }) {
  const alarm = useAlarmState();
  const { notifications } = useAlertSettings();

  async function enableSound() {
    if (!(await enableAlarm())) notify.warning('The browser keeps this page silent. Check its sound settings.');
  }

  async function enableNotices() {
    const answer = await enableNotifications();
    if (answer === 'refused') notify.warning('The browser does not allow notifications for this page.');
    if (answer === 'unavailable') notify.warning('Notifications need a page that is opened by https.');
  }

  return (
    <fieldset aria-label="Alerts" className="flex flex-wrap items-center sm:gap-1">
      {alarm !== 'running' && (
        <Badge tone={alarmed || alarm === 'blocked' ? 'caution' : 'neutral'} className="mr-1 h-6">
          <IconVolumeOff size="0.875rem" stroke={2} className="max-sm:hidden" aria-hidden="true" />
          {alarm === 'blocked' ? 'Sound off until you click' : 'Sound off'}
        </Badge>
      )}
      {alarm === 'running' ? (
        <AlertButton Icon={IconVolume} onClick={disableAlarm}>
          Disable sound
        </AlertButton>
      ) : (
        <AlertButton Icon={IconVolume} onClick={() => void enableSound()}>
          Enable sound
        </AlertButton>
      )}
      <SoundPanel />
      {notifications ? (
        <AlertButton Icon={IconBellOff} onClick={disableNotifications}>
          Disable notifications
        </AlertButton>
      ) : (
        <AlertButton Icon={IconBell} onClick={() => void enableNotices()}>
          Enable notifications
        </AlertButton>
      )}
    </fieldset>
  );
}

function AlertButton({ Icon, onClick, children }: { Icon: typeof IconBell; onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" size="small" className="px-1.5! max-sm:text-xs sm:px-2!" onClick={onClick}>
      <Icon size="1.1rem" stroke={1.75} className="max-sm:hidden" aria-hidden="true" />
      {children}
    </Button>
  );
}
