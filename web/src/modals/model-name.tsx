import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Model } from '@vedette/contract/evidence';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/toasts/notify.ts';

const SHOWN_DIGITS = 12;

/** A model's name with the beginning of its SHA-256; the button copies all of it. */
export function ModelName({ model: { name, sha256 } }: { model: Model }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;

  async function copy() {
    const done = await copyText(sha256);
    setCopied(done);
    if (!done) await notify.warning(`This browser does not let the page copy. The SHA-256 is ${sha256}.`);
  }

  return (
    <>
      {name}
      <span className="mt-0.5 flex items-center gap-2">
        <code title={sha256} className="font-mono text-xs text-muted">
          {sha256.slice(0, SHOWN_DIGITS)}
        </code>
        <Button variant="outline" size="small" aria-label="Copy SHA-256" title={sha256} onClick={() => void copy()}>
          <Icon size="1rem" aria-hidden="true" />
        </Button>
      </span>
    </>
  );
}
