import { TextField } from '../ui/text-field.tsx';

type Props = {
  from: string | undefined;
  to: string | undefined;
  onChange: (name: 'from' | 'to', value: string) => void;
};

/** A custom period. It is shown in local time and stored in UTC in the address, so that links work in all time zones. */
export function HistoryPeriod({ from, to, onChange }: Props) {
  const backwards = from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
  return (
    <>
      <TextField
        label="From"
        type="datetime-local"
        value={toLocal(from)}
        onChange={(event) => onChange('from', toIso(event.target.value))}
        className="min-w-0 xl:col-span-2"
      />
      <TextField
        label="To"
        type="datetime-local"
        value={toLocal(to)}
        problem={backwards ? 'It ends before it begins' : undefined}
        onChange={(event) => onChange('to', toIso(event.target.value))}
        className="min-w-0 xl:col-span-2"
      />
    </>
  );
}

function toLocal(iso: string | undefined): string {
  if (iso === undefined) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @returns '' for an incomplete time */
function toIso(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
