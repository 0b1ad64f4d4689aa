import { Menu } from '@base-ui/react/menu';
import type { DutyAnswer } from '@vedette/contract/delivery';
import { useEffect, useState } from 'react';
import { request } from '../api/request.ts';
import { notify } from '../ui/toasts/notify.ts';

/** One click, and the policy reaches this person first. Asks for itself, because the menu is outside the watched pages. */
export function DutyItem({ className }: { className: string }) {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  useEffect(() => {
    request<DutyAnswer>('/duty').then(
      ({ me }) => setIsOn(me),
      () => undefined,
    );
  }, []);

  function change(on: boolean) {
    request<DutyAnswer>('/duty', { method: 'PUT', body: { on } }).then(
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
        <span aria-hidden="true">✓</span>
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  );
}
