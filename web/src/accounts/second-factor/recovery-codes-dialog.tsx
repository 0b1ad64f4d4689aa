import { IconAlertTriangle } from '@tabler/icons-react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';

type Props = { codes: readonly string[]; onDone: () => void };

export function RecoveryCodesDialog({ codes, onDone }: Props) {
  const text = `${codes.join('\n')}\n`;

  async function copy() {
    if (await copyText(text)) await notify.success('The recovery codes are copied');
    else await notify.warning('This browser does not let the page copy. Select the codes instead.');
  }

  return (
    <Dialog
      open
      title="Your recovery codes"
      description="Each signs you in once in place of the app's code, when the app is not at hand."
      onClose={onDone}
    >
      <div className="mt-5 grid gap-4">
        <Alert tone="caution" icon={<IconAlertTriangle size="1.25rem" aria-hidden="true" />}>
          They are shown this once. Keep them where you find them without your phone.
        </Alert>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-2 rounded-lg border border-line bg-canvas p-3 font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="outline" onClick={() => download(text)}>
            Download
          </Button>
        </div>
        <Button className="h-11 w-full" onClick={onDone}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'vedette-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
