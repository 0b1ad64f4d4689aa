import { FILTER_TEXT_MAX } from '@vedette/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from '../ui/fields/text-field.tsx';

const TYPING_MS = 300;

type Props = { value: string; onChange: (text: string) => void };

/** Searches when the typing pauses. */
export function HistoryTextField({ value, onChange }: Props) {
  const [draft, setDraft] = useState(value);
  const [asked, setAsked] = useState(value);
  if (value !== asked) {
    setAsked(value);
    setDraft(value);
  }

  const ask = useEffectEvent((text: string) => {
    setAsked(text);
    onChange(text);
  });
  useEffect(() => {
    const text = draft.trim();
    if (text === asked) return undefined;
    const timer = setTimeout(() => ask(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, asked]);

  return (
    <TextField
      label="Text"
      type="search"
      value={draft}
      maxLength={FILTER_TEXT_MAX}
      placeholder="Place, device, weapon"
      autoComplete="off"
      onChange={(event) => setDraft(event.target.value)}
      className="min-w-0"
    />
  );
}
