import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';

type Props = { uri: string; secret: string; onCode: (code: string) => Promise<void>; onClose: () => void };

export function SetUpAppDialog({ uri, secret, onCode, onClose }: Props) {
  return (
    <Dialog
      open
      title="Set up an authenticator app"
      description="Scan the picture with the app, or type the secret into it. Then enter the code that it shows."
      onClose={onClose}
    >
      <div className="mt-5 grid gap-4">
        <QrCode text={uri} title="The secret as a QR code" />
        <div>
          <h3 className="text-sm font-medium">Secret</h3>
          <p className="mt-1 rounded-lg border border-line bg-canvas p-3 font-mono text-xs wrap-anywhere select-all">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </div>
        <CodeForm kind="app" action="Turn On" onSend={onCode} />
      </div>
    </Dialog>
  );
}
