import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';
import { isTimeOfDay, localParts, toIso } from './local-date-time.ts';

type Props = {
  label: string;
  /** ISO 8601; undefined while none is chosen. */
  value: string | undefined;
  problem?: string | undefined;
  /** Called with '' while the input is incomplete. */
  onChange: (value: string) => void;
};

/** A day and a time of 24 hours. The browser's own field for both shows AM and PM where its language does. */
export function DateTimeField({ label, value, problem, onChange }: Props) {
  const [draft, setDraft] = useState(() => localParts(value));
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // A link, or Clear Filters, chose another time.
    if (value !== sent) {
      setSent(value);
      setDraft(localParts(value));
    }
  }

  function change(next: typeof draft) {
    const iso = toIso(next);
    setDraft(next);
    setSent(iso === '' ? undefined : iso);
    onChange(iso);
  }

  const wrongTime = draft.time !== '' && !isTimeOfDay(draft.time);
  return (
    <Field
      label={label}
      problem={wrongTime ? 'Write the time as 00:00 to 23:59' : problem}
      className="min-w-0 xl:col-span-2"
    >
      {(tie) => (
        <span className="flex gap-2">
          <input
            {...tie}
            type="date"
            value={draft.day}
            onChange={({ target }) => change({ day: target.value, time: draft.time || '00:00' })}
            className={classNames(tie.className, 'h-11')}
          />
          <input
            type="text"
            inputMode="numeric"
            aria-label={`${label}, time`}
            aria-invalid={wrongTime || undefined}
            aria-describedby={tie['aria-describedby']}
            placeholder="00:00"
            maxLength={5}
            autoComplete="off"
            value={draft.time}
            onChange={({ target }) => change({ day: draft.day, time: target.value })}
            className={classNames(tie.className, 'h-11 tabular-nums placeholder:text-muted')}
          />
        </span>
      )}
    </Field>
  );
}
