import { PASSKEY_NAME_MAX } from '@vedette/contract/limits';
import type { Passkey } from '@vedette/contract/second-factor';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { formatTime } from '../../ui/moment.ts';
import { notify } from '../../ui/toasts/notify.ts';
import { type ChangeSecondFactor, notifyRefusal } from './change-second-factor.ts';
import { passkeysUnavailable } from './passkeys-available.ts';
import { addPasskey, removePasskey } from './second-factor.calls.ts';

type Props = { passkeys: readonly Passkey[]; isLast: boolean; change: ChangeSecondFactor };

export function Passkeys({ passkeys, isLast, change }: Props) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const unavailable = passkeysUnavailable();

  async function remove({ id, name }: Passkey) {
    setRemoving(null);
    await change(async () => {
      await removePasskey(id);
      await notify.success(`${name} is removed`);
    }).catch(notifyRefusal);
  }

  async function add(name: string) {
    await change(() => addPasskey(name));
    setAdding(false);
    await notify.success(`${name} is added`);
  }

  return (
    <section aria-labelledby="passkeys" className="grid gap-3">
      <h3 id="passkeys" className="text-sm font-medium">
        Passkeys
      </h3>
      <p className="text-sm text-muted">
        A phone, a computer or a security key that proves it is you, by finger, face or PIN. It also signs you in
        without a password.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} isLast={isLast} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="outline" disabled={unavailable !== null} onClick={() => setAdding(true)}>
          Add a Passkey
        </Button>
      </div>
      {unavailable !== null && <p className="text-sm text-muted">{unavailable}</p>}
      {passkeys.length > 0 && isLast && (
        <p className="text-sm text-muted">Your role needs a second factor. To remove this one, add another first.</p>
      )}
      {adding && <AddDialog onAdd={add} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name ?? ''}?`}
        confirm="Remove"
        onConfirm={() => removing && void remove(removing)}
        onClose={() => setRemoving(null)}
      >
        It no longer signs you in here. Delete it on the device that holds it, too.
      </ConfirmDialog>
    </section>
  );
}

type ItemProps = { passkey: Passkey; isLast: boolean; onRemove: () => void };

function PasskeyItem({ passkey, isLast, onRemove }: ItemProps) {
  const { name, created_at: createdAt, last_used_at: usedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted tabular-nums">
          {'Added '}
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          {usedAt === null ? ', not used yet' : ', last used '}
          {usedAt !== null && <time dateTime={usedAt}>{formatTime(usedAt)}</time>}
        </p>
      </div>
      <Button variant="danger-outline" size="small" disabled={isLast} onClick={onRemove}>
        Remove
        <span className="sr-only">{` ${name}`}</span>
      </Button>
    </li>
  );
}

function AddDialog({ onAdd, onClose }: { onAdd: (name: string) => Promise<void>; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name === '') return setProblem('Enter a name, by which you know it from others');
    setBusy(true);
    const found = await onAdd(name).catch((error: Error) => error.message);
    setBusy(false);
    setProblem(found ?? undefined);
  }

  return (
    <Dialog open title="Add a passkey" description="Your browser then asks where to keep it." onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          placeholder="My phone"
          problem={problem}
        />
        <Button type="submit" busy={busy} className="h-11 w-full">
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
