import { Readable } from 'node:stream';
import { AllDetectionsAnswer } from '@vedette/contract/detection';
import { FacetsAnswer, FacetsQuery, HistoryFilter, HistoryQuery, MatchingAnswer } from '@vedette/contract/history';
import { MATCHING_COUNTED } from '@vedette/contract/limits';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { RecordAudit } from '../../db/audit/append-audit.ts';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { fitPage, millisOf, type Position, pageOf, sendJson } from '../../http/paging.ts';
import { cachedByEventNumber } from '../cached-by-event-number.ts';
import { isoTime, presentDetection } from '../detections.present.ts';
import type { DetectionStore } from '../detections.store.ts';
import { facetsOf, type NamedDevice, storedChoices } from '../facets.ts';
import type { PageCache } from '../page-cache.ts';
import type { StatisticsReader } from '../statistics/statistics.ts';
import type { History, ParsedFilter } from './history.ts';
import { csvOf } from './history-csv.ts';

type Parts = {
  store: DetectionStore;
  history: History;
  statistics: StatisticsReader;
  pages: PageCache;
  /** The registered devices. */
  registered: () => Promise<readonly NamedDevice[]>;
  /** The number of the newest event; the choices stay valid until it changes. */
  head: () => Promise<number>;
  record: RecordAudit;
  now: () => number;
};

const EXPORT_PAGE_SIZE = 500;
const Csv = Type.String({ description: 'one line per detection, newest first, under a header line; UTF-8' });

/** The list of all detections, its filters, and its export as a file. */
export function historyRoutes(api: Api, parts: Parts): void {
  const { store, history, statistics, pages, registered, head, record, now } = parts;
  api.get(
    '/api/detections/all',
    {
      config: { action: 'detections.read' },
      schema: { querystring: HistoryQuery, response: { 200: AllDetectionsAnswer } },
    },
    async ({ query: { limit, cursor, ...filter } }, reply) => {
      const page = pageOf({ limit, cursor });
      const read = async () => {
        const list = isUnfiltered ? store.newest(page) : history.page(parseFilter(filter), page);
        const [found, total] = await Promise.all([list, statistics.countAll()]);
        const { rows, next_cursor } = fitPage(found, page);
        return { success: true, data: rows.map(presentDetection), total, next_cursor };
      };
      const isUnfiltered = Object.keys(filter).length === 0;
      const json =
        isUnfiltered && page.after === null ? await pages(`all ${page.limit}`, read) : JSON.stringify(await read());
      return sendJson(reply, json);
    },
  );

  api.get(
    '/api/detections/matching',
    {
      config: { action: 'detections.read' },
      schema: { querystring: HistoryFilter, response: { 200: MatchingAnswer } },
    },
    async ({ query }): Promise<MatchingAnswer> => {
      const count = await history.count(parseFilter(query), MATCHING_COUNTED + 1);
      return { success: true, count: Math.min(count, MATCHING_COUNTED), more: count > MATCHING_COUNTED };
    },
  );

  const readChoices = cachedByEventNumber(head, async () => {
    const [series, types] = await Promise.all([store.counters('series'), store.counters('type')]);
    return storedChoices({ series, types });
  });
  api.get(
    '/api/detections/facets',
    { config: { action: 'detections.read' }, schema: { querystring: FacetsQuery, response: { 200: FacetsAnswer } } },
    async ({ query: { search } }) => {
      const [choices, devices] = await Promise.all([readChoices(), registered()]);
      return facetsOf({ choices, registered: devices, search });
    },
  );

  const csvHeaders = () => ({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="detections-${isoTime(now()).slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  });

  api.get(
    '/api/detections/export.csv',
    {
      config: { action: 'detections.export' },
      schema: { querystring: HistoryFilter, response: { 200: { content: { 'text/csv': { schema: Csv } } } } },
      // Fastify's own HEAD route would read all rows.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { query, log } = request;
      const filter = parseFilter(query);
      const readPage = (after: Position | null) => history.page(filter, { limit: EXPORT_PAGE_SIZE, after });
      // A failure on the first page is answered as an error; a later one can only break the connection off.
      const first = await readPage(null);
      // Before anything leaves the server.
      await record({ kind: 'detections.exported', actor: actorOf(request), subject: null, details: { ...query } });
      const csv = Readable.from(csvOf(first, readPage));
      csv.once('error', (error) => log.error({ err: error }, 'A CSV export failed after its first page'));
      return (reply as FastifyReply).headers(csvHeaders()).send(csv);
    },
  );

  api.head(
    '/api/detections/export.csv',
    { config: { action: 'detections.export' }, schema: { querystring: HistoryFilter, hide: true } },
    async ({ query }, reply) => {
      parseFilter(query);
      return reply.headers(csvHeaders()).send();
    },
  );
}

function parseFilter({ from, to, ...labels }: HistoryFilter): ParsedFilter {
  return {
    ...labels,
    from: from === undefined ? undefined : millisOf('from', from),
    to: to === undefined ? undefined : millisOf('to', to),
  };
}
