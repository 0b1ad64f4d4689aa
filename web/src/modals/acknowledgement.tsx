import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { notify } from '../ui/toasts/notify.ts';

/** The acknowledgement is local, as specified: it is not sent, and it is gone when the modal opens again. */
export function Acknowledgement() {
  const [acknowledged, setAcknowledged] = useState(false);

  function acknowledge() {
    setAcknowledged(true);
    notify.success({ title: 'Alert Acknowledged', description: 'Threat acknowledged by security personnel' });
  }

  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-xl border px-4 py-3 lg:p-4',
        acknowledged ? 'border-transparent bg-calm-soft text-calm-ink' : 'border-line bg-canvas',
      )}
    >
      <label className="flex min-h-9 cursor-pointer items-center gap-3 text-sm font-medium">
        <input
          type="checkbox"
          checked={acknowledged}
          onChange={({ target }) => (target.checked ? acknowledge() : setAcknowledged(false))}
          className="size-5 shrink-0 accent-accent-solid"
        />
        Acknowledge this threat
      </label>
      <Button
        size="small"
        className="max-sm:w-full lg:w-full"
        aria-disabled={acknowledged || undefined}
        onClick={() => {
          if (!acknowledged) acknowledge();
        }}
      >
        {acknowledged && <IconCheck size="1rem" stroke={2} aria-hidden="true" />}
        {acknowledged ? 'Acknowledged' : 'Acknowledge'}
      </Button>
    </div>
  );
}
