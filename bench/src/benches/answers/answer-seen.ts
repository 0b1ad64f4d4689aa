import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../../bench.ts';
import { openDashboard, openTab } from '../../browser/guard-tab.ts';
import { quantile } from '../../quantiles.ts';
import { startChildServer } from '../../servers/child-server.ts';
import { openRoamingStream } from '../../streams/roaming-stream.ts';
import { reportIncidents, TEAM } from './team-incidents.ts';

const ANSWERS = 100;
const LIMIT_MS = 10_000;
const WATCH = fileURLToPath(new URL('./watch-answers.js', import.meta.url));

/** One guard presses `a` on a card; the other guard's screen paints who has it. The bare stream of the server stands beside it. */
export async function answerSeen({
  folder,
  atEnd,
  progress,
}: Parameters<Bench>[0]): Promise<Awaited<ReturnType<Bench>>> {
  const server = await startChildServer({ dataDir: path.join(folder, 'seen'), environment: TEAM });
  atEnd(server.stop);
  const own = await openTab(server, { atEnd, scripts: [WATCH] });
  const other = await openTab(server, { atEnd, scripts: [WATCH] });
  for (const page of [own, other]) {
    await openDashboard(page, server);
    // Keys act once the team's code has run.
    await page.waitForSelector('[role="switch"][aria-checked="true"]');
  }
  const stream = await openRoamingStream([server]);
  atEnd(stream.stop);

  const [onScreen, inStream]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < ANSWERS; turn += 1) {
    await reportIncidents(server, { count: 1, weaponType: `Type ${turn}` });
    const detection = String(turn + 1);
    const card = `[data-detection="${detection}"]`;
    for (const page of [own, other]) await page.waitForSelector(card);
    await own.focus(`${card} button`);
    const before = stream.at.length;
    const pressedHere = performance.now();
    await own.keyboard.press('a');
    const pressedAt = await own.evaluate(() => Number(Reflect.get(window, 'pressedAt')));
    const painted = await other.waitForFunction(
      (id) => (Reflect.get(window, 'answeredAt') as Record<string, number>)[id],
      { timeout: LIMIT_MS, polling: 20 },
      detection,
    );
    onScreen.push(Number(await painted.jsonValue()) - pressedAt);
    // The order of the list holds while the focus is in it.
    await own.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    inStream.push((stream.at[before] ?? Number.POSITIVE_INFINITY) - pressedHere);
    if (turn % 25 === 24) progress(`${turn + 1} answers, p95 ${quantile(onScreen, 0.95).toFixed(0)} ms`);
  }
  return {
    tables: [
      {
        title: "A guard presses a → another guard's screen has painted it",
        columns: ['', 'answers', 'p50 ms', 'p95 ms', 'slowest ms'],
        rows: [
          ['painted in Chromium', ANSWERS, quantile(onScreen, 0.5), quantile(onScreen, 0.95), quantile(onScreen, 1)],
          ['event in a bare stream', ANSWERS, quantile(inStream, 0.5), quantile(inStream, 0.95), quantile(inStream, 1)],
        ],
      },
    ],
    checks: [
      {
        what: 'Acknowledged → seen by another guard, p95',
        measured: quantile(onScreen, 0.95),
        unit: 'ms',
        target: 150,
        bound: 'at most',
      },
    ],
  };
}
