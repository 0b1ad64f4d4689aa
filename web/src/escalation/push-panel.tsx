import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { endPush, type PushState, pushState, receivePush } from './push.ts';

const TEXTS: Record<PushState, string> = {
  on: 'This browser receives push messages, also while this page is closed.',
  off: 'This browser does not receive push messages yet.',
  refused: 'This browser refuses notifications of this site. Allow them in its settings, then reload the page.',
  unavailable: 'This browser cannot receive push messages here. They need https.',
};

/** Whether this browser receives push messages for the signed-in user. */
export function PushPanel() {
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    pushState().then(setState, () => setState('unavailable'));
  }, []);

  async function change() {
    setBusy(true);
    try {
      setState(await (state === 'on' ? endPush() : receivePush()));
    } catch {
      void notify.error('The push service of this browser did not answer. Try again later.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="push-messages" className="flex flex-col gap-3">
      <h2 id="push-messages" className="text-lg font-semibold">
        Push messages
      </h2>
      <p role="status" className="text-sm text-muted">
        {state && TEXTS[state]}
      </p>
      {(state === 'on' || state === 'off') && (
        <div>
          <Button variant="outline" busy={busy} onClick={() => void change()}>
            {state === 'on' ? 'Stop push messages here' : 'Receive push messages here'}
          </Button>
        </div>
      )}
    </section>
  );
}
