import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

type Props = {
  kind: 'app' | 'recovery';
  action: string;
  /** Whether the field gets the focus when it appears. */
  focused?: boolean;
  /** Rejects with a sentence for the person. */
  onSend: (code: string) => Promise<void>;
};

const fields = {
  app: {
    label: 'Code of your authenticator app',
    missing: 'Enter the six digits that the app shows',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 },
  },
  recovery: {
    label: 'Recovery code',
    missing: 'Enter one of your recovery codes',
    input: { autoComplete: 'off', maxLength: 20 },
  },
} as const;

export function CodeForm({ kind, action, focused = false, onSend }: Props) {
  const { label, missing, input } = fields[kind];
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focused) form.current?.querySelector('input')?.focus();
  }, [focused]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = String(new FormData(event.currentTarget).get('code') ?? '');
    const code = kind === 'app' ? typed.replace(/\s/g, '') : typed.trim();
    const isWhole = kind === 'app' ? /^\d{6}$/.test(code) : code !== '';
    setBusy(true);
    const found = isWhole ? await onSend(code).catch((error: Error) => error.message) : missing;
    setBusy(false);
    setProblem(found ?? undefined);
    if (found) form.current?.querySelector('input')?.focus();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <TextField name="code" label={label} problem={problem} {...input} />
      <Button type="submit" busy={busy} className="h-11 w-full">
        {action}
      </Button>
    </form>
  );
}
