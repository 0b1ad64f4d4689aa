import type { Delivery } from '@vedette/contract/delivery';
import { formatClock } from '../detections/format.ts';

const kinds: Record<string, string> = { push: 'push message', webhook: 'webhook', email: 'e-mail', ntfy: 'ntfy' };

/** Somebody outside who was told of an incident, in its timeline. */
export function DeliveryEntry({ delivery }: { delivery: Delivery }) {
  const { kind, receiver, asked_at, opened_at, opened_by } = delivery;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-l-2 border-edge px-3 py-1.5">
      <span className="font-medium">{`Told by ${kinds[kind] ?? kind}`}</span>
      <time dateTime={asked_at} className="tabular-nums">
        {formatClock(Date.parse(asked_at))}
      </time>
      <span className="ml-auto text-muted wrap-anywhere">{receiver}</span>
      <p className={`w-full wrap-anywhere ${delivery.state === 'failed' ? 'text-danger-ink' : 'text-muted'}`}>
        {outcomeOf(delivery)}
        {opened_at && `, opened ${formatClock(Date.parse(opened_at))}${opened_by ? ` by ${opened_by}` : ''}`}
      </p>
    </div>
  );
}

function outcomeOf({ state, delivered_at, error, attempts }: Delivery): string {
  if (state === 'delivered') return `Delivered${delivered_at ? ` ${formatClock(Date.parse(delivered_at))}` : ''}`;
  if (state === 'failed') return `Not delivered: ${error ?? 'unknown reason'}`;
  if (state === 'cancelled') return 'Cancelled, because somebody answered';
  return attempts > 0 && error ? `Trying again: ${error}` : 'On its way';
}
