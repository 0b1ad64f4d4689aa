import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { pace } from '../pace.ts';
import { quantile } from '../quantiles.ts';
import { reportSteadily, type SentReport } from '../reports/report-steadily.ts';
import { type ChildServer, startChildServer } from '../servers/child-server.ts';

const REPORTS = { perSecond: 20, count: 200 };
const MESSAGES_PER_SECOND = 40;
/** Many valid letters and an invalid end, on which an ambiguous pattern would backtrack. */
const MESSAGE = JSON.stringify({
  name: 'Visitor',
  email: 'visitor@example.org',
  message: `${'a'.repeat(4_999)}\u0001`,
});
/** The maximum ratio of the reports' p99 to their p99 without the messages: the noise of a small machine. */
const SLOWER_AT_MOST = 5;

/** Visitors send messages that are expensive to refuse, each from a different network, while cameras report. */
export const backtrackingMessage: Bench = async ({ folder, atEnd }) => {
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.kill);
  await reportSteadily(server, { perSecond: 20, count: 40 });
  const calm = await reportSteadily(server, REPORTS);
  const attack = startMessages(server);
  const attacked = await reportSteadily(server, REPORTS);
  const statuses = await attack.stop();
  const [before, during] = [p99Of(calm), p99Of(attacked)];
  const title = `Reports with a frame, ${REPORTS.perSecond} a second: ms until they are acknowledged`;
  const columns = ['', 'p50', 'p99', 'messages refused'];
  const rows = [
    ['without the messages', p50Of(calm), before, 0],
    [
      `${MESSAGES_PER_SECOND} messages a second`,
      p50Of(attacked),
      during,
      statuses.filter((code) => code >= 400).length,
    ],
  ];
  const what = 'Backtracking messages: p99 of reports, of the same without them';
  return {
    tables: [{ title, columns, rows }],
    checks: [{ what, measured: during / before, unit: '×', target: SLOWER_AT_MOST, bound: 'at most' }],
  };
};

const waits = (reports: readonly SentReport[]) => reports.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
const p50Of = (reports: readonly SentReport[]) => quantile(waits(reports), 0.5);
const p99Of = (reports: readonly SentReport[]) => quantile(waits(reports), 0.99);

function startMessages(server: ChildServer): { stop: () => Promise<number[]> } {
  let stopped = false;
  const sent: Promise<number>[] = [];
  const sending = (async () => {
    const nextTurn = pace(MESSAGES_PER_SECOND);
    while (!stopped) {
      await nextTurn();
      sent.push(sendMessage(server, sent.length));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await sending;
      return Promise.all(sent);
    },
  };
}

/** Sends from the loopback addresses in turn, so that limits per network do not refuse the requests early. */
async function sendMessage({ port, url }: ChildServer, turn: number): Promise<number> {
  const asked = request({
    host: '127.0.0.1',
    localAddress: `127.1.${Math.floor(turn / 250)}.${(turn % 250) + 1}`,
    port,
    path: '/api/contact',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
  });
  asked.end(MESSAGE);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}
