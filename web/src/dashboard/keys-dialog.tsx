import { useState } from 'react';
import { useTeam } from '../answering/use-team.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { areSingleKeysOn, switchSingleKeys } from '../ui/single-keys.ts';
import { keys } from './keys.ts';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [single, setSingle] = useState(areSingleKeysOn);
  const team = useTeam();

  function change(on: boolean) {
    switchSingleKeys(on);
    setSingle(on);
  }

  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <dl className="mt-4 grid gap-3 text-sm">
        {[...keys, ...(team?.triageKeys ?? [])].map((entry) => (
          <div key={entry.does} className="flex items-center justify-between gap-4">
            <dt className="flex shrink-0 gap-1.5">
              {entry.keys.map((key) => (
                <kbd key={key} className="rounded-md bg-sunken px-2 py-0.5 font-semibold">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-right text-muted">{entry.does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex items-center gap-3 text-sm font-medium">
        <input
          type="checkbox"
          checked={single}
          onChange={({ target }) => change(target.checked)}
          className="size-4 accent-accent-solid"
        />
        {team ? 'Single-key shortcuts (J, K, /, ?, A, C, N and Z)' : 'Single-key shortcuts (J, K, / and ?)'}
      </label>
    </Dialog>
  );
}
