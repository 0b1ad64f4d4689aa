import { Menu } from '@base-ui/react/menu';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notify } from '../ui/toasts/notify.ts';
import { goOnDuty, readDuty } from './duty-calls.ts';

/** One click, and the policy reaches this person first. Asks for itself, because the menu is outside the watched pages. */
export function DutyItem({ className }: { className: string }) {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  useEffect(() => {
    readDuty().then(
      ({ me }) => setIsOn(me),
      () => undefined,
    );
  }, []);

  function change(on: boolean) {
    goOnDuty(on).then(
      ({ me }) => setIsOn(me),
      (error: Error) => notify.error(error.message),
    );
  }

  return (
    <Menu.CheckboxItem
      className={className}
      checked={isOn ?? false}
      disabled={isOn === null}
      closeOnClick={false}
      onCheckedChange={change}
    >
      <span className="grow">On duty</span>
      <Menu.CheckboxItemIndicator>
        <IconCheck size="1.1rem" aria-hidden="true" />
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  );
}
