import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger, type Ledger } from '../reports/report-ledger.ts';
import { sendFrame } from '../reports/send-frame.ts';
import { type ChildServer, type ServerSettings, startChildServer } from '../servers/child-server.ts';
import { examineStore, type StoreFaults } from './examine-store.ts';

const SENDERS = 16;
const LOAD_LIMIT_MS = 5_000;

export type KillReport = StoreFaults & {
  kills: number;
  /** The number of reports that were answered 200 or 201. */
  acknowledged: number;
  /** The number of requests without a response because of a kill; they are sent again after the next start. */
  cutOff: number;
};

/** Runs load, SIGKILL and a restart `kills` times, then repeats the requests without a response and compares the store with the ledger. */
export async function killAgainAndAgain(
  options: Omit<ServerSettings, 'port'> & {
    kills: number;
    progress: (line: string) => void;
    /** Simulates further losses while no server runs. */
    afterKill?: () => void;
  },
): Promise<KillReport> {
  const { kills, progress } = options;
  const ledger = await createLedger();
  const first = await startChildServer(options);
  let server = first;
  try {
    for (let turn = 1; turn <= kills; turn += 1) {
      const load = new AbortController();
      const sending = sendUntil(server, { ledger, signal: load.signal });
      await untilUnderWay(ledger);
      await server.kill();
      load.abort();
      await sending;
      progress(`kill ${turn}: ${ledger.acknowledged.size} acknowledged, ${ledger.waiting.length} cut off`);
      options.afterKill?.();
      server = await startChildServer({ ...options, port: first.port });
    }
    const cutOff = ledger.cutOff();
    await sendUntil(server, { ledger, signal: AbortSignal.abort() });
    return { kills, acknowledged: ledger.acknowledged.size, cutOff, ...(await examineStore(server, ledger)) };
  } finally {
    await server.kill();
  }
}

/** Waits until 20 to 220 more reports are acknowledged, and then for a random moment of a batch. */
async function untilUnderWay({ acknowledged }: Ledger): Promise<void> {
  const goal = acknowledged.size + 20 + Math.random() * 200;
  const deadline = performance.now() + LOAD_LIMIT_MS;
  while (acknowledged.size < goal && performance.now() < deadline) await sleep(5);
  await sleep(Math.random() * 50);
}

/** Runs 16 senders until the signal. Requests that were cut off before are sent first, and all of them. */
async function sendUntil(
  server: ChildServer,
  { ledger, signal }: { ledger: Ledger; signal: AbortSignal },
): Promise<void> {
  const sender = async () => {
    for (;;) {
      const report = ledger.waiting.pop() ?? (signal.aborted ? undefined : ledger.newReport());
      if (!report) return;
      const answer = await sendFrame(server, report).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (!answer || text === undefined) return ledger.wasCutOff(report);
      if (!answer.ok) throw new Error(`A report was answered ${answer.status}: ${text}`);
      ledger.acknowledge(report, (JSON.parse(text) as { detection_id: number }).detection_id);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}
