import { IconAdjustments } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/dialogs/popover.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { testAlarm } from './alarm.ts';
import { changeAlertSettings, useAlertSettings } from './alert-settings.ts';

/** Volume, and a button that plays the alarm as a test. */
export function SoundPanel() {
  const { volume } = useAlertSettings();
  const percent = Math.round(volume * 100);

  async function test() {
    if (!(await testAlarm())) notify.warning('The browser keeps this page silent. Check its sound settings.');
  }

  return (
    <Popover label="Sound settings" icon={<IconAdjustments size="1.1rem" stroke={1.75} aria-hidden="true" />}>
      <div className="grid gap-3">
        <label className="grid gap-3 text-sm font-medium">
          <span>
            Volume <span className="text-muted tabular-nums">{`${percent} %`}</span>
          </span>
          <input
            type="range"
            aria-label="Volume"
            aria-valuetext={`${percent} %`}
            min={10}
            max={100}
            step={10}
            value={percent}
            onChange={({ target }) => changeAlertSettings({ volume: Number(target.value) / 100 })}
            className="w-full accent-accent-solid"
          />
        </label>
        <Button variant="outline" size="small" onClick={() => void test()}>
          Test sound
        </Button>
      </div>
    </Popover>
  );
}
