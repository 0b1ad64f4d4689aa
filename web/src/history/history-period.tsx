import { DateTimeField } from '../ui/fields/date-time-field.tsx';

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
      <DateTimeField label="From" value={from} onChange={(value) => onChange('from', value)} />
      <DateTimeField
        label="To"
        value={to}
        problem={backwards ? 'It ends before it begins' : undefined}
        onChange={(value) => onChange('to', value)}
      />
    </>
  );
}
