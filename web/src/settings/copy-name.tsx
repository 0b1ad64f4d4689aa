import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/toasts/notify.ts';

export function CopyName({ name }: { name: string }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;

  async function copy() {
    const done = await copyText(name);
    setCopied(done);
    if (done) await notify.success(`${name} is copied`);
    else await notify.warning('This browser does not let the page copy. Select the name instead.');
  }

  return (
    <Button variant="outline" size="small" aria-label={`Copy ${name}`} onClick={() => void copy()}>
      <Icon size="1rem" aria-hidden="true" />
    </Button>
  );
}
