import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { curlLine } from './curl-line.ts';

type Props = { deviceKey: string; onDone: () => void; children: ReactNode };

export function DeviceKey({ deviceKey, onDone, children }: Props) {
  return (
    <div className="mt-4 grid gap-4">
      <KeyShownOnce />
      <KeyAndCurl deviceKey={deviceKey} />
      {children}
      <Button className="h-11 w-full" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}

export function KeyShownOnce() {
  return (
    <Alert tone="caution" icon={<IconAlertTriangle size="1.25rem" aria-hidden="true" />}>
      The key is shown this once. Keep it now: only its hash is stored.
    </Alert>
  );
}

/** For a device that has its own program. */
export function KeyAndCurl({ deviceKey }: { deviceKey: string }) {
  const command = curlLine({ key: deviceKey, origin: window.location.origin });
  return (
    <>
      <Copyable title="Key" copy="Copy Key" text={deviceKey} />
      <Copyable title="Try it" note="In a shell, in a folder with a frame.jpg:" copy="Copy Command" text={command} />
    </>
  );
}
