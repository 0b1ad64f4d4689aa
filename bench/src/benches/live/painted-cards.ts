import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Check } from '../../bench.ts';
import { openDashboard, openTab } from '../../browser/guard-tab.ts';
import { clockAhead } from '../../browser/page-clock.ts';
import { quantile } from '../../quantiles.ts';
import { reportSteadily } from '../../reports/report-steadily.ts';
import { startSeededServer } from '../../servers/seeded-server.ts';

const REPORTS_PER_SECOND = 20;
const STORED_BEFORE = 10_000;
const WATCH_CARDS = fileURLToPath(new URL('./watch-cards.js', import.meta.url));
const LAST_CARD_MS = 10_000;

/** Milliseconds since the epoch on the page's clock, by detection id; null: in the document but not painted yet. */
type Painted = { cards: Record<string, number | null>; pictures: Record<string, number> };

/** Measures the time from sending a report with a 100 KB JPEG to its painted card and its painted picture in Chromium. */
export const paintedCards: Bench = async (options) => {
  const server = await startSeededServer({ dataDir: path.join(options.folder, 'painted'), count: STORED_BEFORE });
  options.atEnd(server.stop);
  const page = await openTab(server, { ...options, scripts: [WATCH_CARDS] });
  await openDashboard(page, server);
  await reportSteadily(server, { perSecond: REPORTS_PER_SECOND, count: 10 });

  const ahead = await clockAhead(page);
  const count = Math.ceil(REPORTS_PER_SECOND * options.seconds * options.rounds);
  const sent = await reportSteadily(server, { perSecond: REPORTS_PER_SECOND, count });
  const ids = sent.map(({ id }) => id);
  await page
    .waitForFunction(
      (wanted) => {
        const { paintedAt, pictureAt } = window as unknown as Record<string, Record<string, number>>;
        return wanted.every((id) => paintedAt?.[id] && pictureAt?.[id]);
      },
      { timeout: LAST_CARD_MS },
      ids,
    )
    .catch(() => options.progress('not every card and picture was painted'));
  const painted = await page.evaluate(
    (): Painted => ({
      cards: Reflect.get(window, 'paintedAt'),
      pictures: Reflect.get(window, 'pictureAt'),
    }),
  );
  const since = (times: Record<string, number | null>) =>
    sent.flatMap(({ id, sentAt }) => {
      const at = times[id];
      return typeof at === 'number' ? [at - ahead - performance.timeOrigin - sentAt] : [];
    });
  const cards = since(painted.cards);
  const pictures = since(painted.pictures);
  return {
    tables: [
      {
        title: `Report with a 100 KB JPEG sent → painted in Chromium, ${REPORTS_PER_SECOND} reports a second, 10,000 stored before`,
        columns: ['what', 'reports', 'painted', 'p50 ms', 'p99 ms', 'slowest ms'],
        rows: [
          ['card', count, cards.length, quantile(cards, 0.5), quantile(cards, 0.99), quantile(cards, 1)],
          [
            'its picture',
            count,
            pictures.length,
            quantile(pictures, 0.5),
            quantile(pictures, 0.99),
            quantile(pictures, 1),
          ],
        ],
      },
    ],
    checks: cardChecks(cards, count),
  };
};

function cardChecks(cards: number[], count: number): Check[] {
  const check = { unit: 'ms', bound: 'at most' } as const;
  return [
    { ...check, what: 'Report → painted card, p50', measured: quantile(cards, 0.5), target: 50 },
    { ...check, what: 'Report → painted card, p99', measured: quantile(cards, 0.99), target: 150 },
    { ...check, what: 'Cards never painted', measured: count - cards.length, unit: '', target: 0 },
  ];
}
