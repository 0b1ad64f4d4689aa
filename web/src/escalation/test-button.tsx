import type { Delivery } from '@vedette/contract/delivery';
import type { Receiver } from '@vedette/contract/escalation';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { sendTest } from './escalation.queries.ts';
import type { Known } from './receiver-fields.tsx';

/** Sends a marked test, and says what became of it. A banner needs none: the page is seen. */
export function TestButton({ receiver, testSound }: { receiver: Receiver } & Pick<Known, 'testSound'>) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  if (receiver.kind === 'screens') return null;

  async function test() {
    setBusy(true);
    setOutcome('');
    try {
      setOutcome(
        receiver.kind === 'sound'
          ? SOUND[(await testSound()) ? 'played' : 'blocked']
          : inWords(await sendTest(receiver)),
      );
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : 'The test failed');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="outline" size="small" busy={busy} onClick={() => void test()}>
        Send test
      </Button>
      <p role="status" className="text-sm text-muted">
        {outcome}
      </p>
    </>
  );
}

const SOUND = { played: 'Played on this screen', blocked: 'This browser plays no sound yet' };

function inWords(deliveries: readonly Delivery[]): string {
  return deliveries.map(({ receiver, state, error }) => `${receiver}: ${error ?? OUTCOMES[state]}`).join('. ');
}

const OUTCOMES: Record<Delivery['state'], string> = {
  asked: 'still being sent',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
};
