import { Copyable } from '../../ui/copyable.tsx';
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
        <a href={uri} className="justify-self-center text-sm text-accent underline underline-offset-4">
          Open in an app on this device
        </a>
        <Copyable title="Secret" copy="Copy Secret" text={secret} />
        <CodeForm kind="app" action="Turn On" onSend={onCode} />
      </div>
    </Dialog>
  );
}
