import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/toasts/notify.ts';
import { curlLine } from './curl-line.ts';

type Props = { deviceKey: string; onDone: () => void; children: ReactNode };

export function DeviceKey({ deviceKey, onDone, children }: Props) {
  const command = curlLine({ key: deviceKey, origin: window.location.origin });
  return (
    <div className="mt-4 grid gap-4">
      <Alert tone="caution" icon={<IconAlertTriangle size="1.25rem" aria-hidden="true" />}>
        The key is shown this once. Keep it now: only its hash is stored.
      </Alert>
      <Secret title="Key" copy="Copy Key" text={deviceKey} />
      <Secret title="Try it" note="In a shell, in a folder with a frame.jpg:" copy="Copy Command" text={command} />
      {children}
      <Button className="h-11 w-full" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}

function Secret({ title, note, copy, text }: { title: string; note?: string; copy: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;

  async function keep() {
    const done = await copyText(text);
    setCopied(done);
    if (!done) await notify.warning('This browser does not let the page copy. Select the text instead.');
  }

  return (
    <div>
      <div className="mb-1.5 flex items-end justify-between gap-3">
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
