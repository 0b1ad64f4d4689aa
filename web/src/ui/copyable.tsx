import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { notify } from './toasts/notify.ts';

type Props = { title: string; note?: string; copy: string; text: string };

/** Text for a shell or a settings file, with a button that copies it. */
export function Copyable({ title, note, copy, text }: Props) {
  const [copied, setCopied] = useState<string>();
  const Icon = copied === text ? IconCheck : IconCopy;

  async function keep() {
    const done = await copyText(text);
    setCopied(done ? text : undefined);
    if (!done) await notify.warning('This browser does not let the page copy. Select the text instead.');
  }

  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-end justify-between gap-2">
        <div>
          <h3 className="text-sm font-medium">{title}</h3>
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
        <Button variant="outline" size="small" onClick={() => void keep()}>
          <Icon size="1rem" aria-hidden="true" />
          {copy}
        </Button>
      </div>
      <pre className="rounded-lg border border-line bg-canvas p-3 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap select-all">
        <code>{text}</code>
      </pre>
    </div>
  );
}
