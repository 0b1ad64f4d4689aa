import {
  ClearedAnswer,
  CreatedAnswer,
  DeletedAnswer,
  DetectionAnswer,
  DetectionParams,
  ManualDetection,
  ManualListAnswer,
  PageQuery,
  StatsAnswer,
  TestAnswer,
  ThreatsAnswer,
  ThreatsQuery,
  WeaponTypeAnswer,
} from '@vedette/contract/detection';
import { ErrorAnswer } from '@vedette/contract/error';
import { MetricsAnswer } from '@vedette/contract/metrics';
import { weaponDetails, weaponTypeKey } from '@vedette/contract/weapon-type';
import Type from 'typebox';
import { actorOf } from '../http/actor.ts';
import type { Api } from '../http/api.ts';
import { encodeCursor, fitPage, type Page, pageOf, sendJson } from '../http/paging.ts';
import { requireSecondPerson } from './clearing/clear-requests.routes.ts';
import type { ClearRequestStore } from './clearing/clear-requests.store.ts';
import type { CommentReader } from './comments/comments.ts';
import type { DetectionActions } from './detections.actions.ts';
import { noDetection } from './detections.errors.ts';
import { isoTime, presentDetection, presentMetrics } from './detections.present.ts';
import type { DetectionStore } from './detections.store.ts';
import type { History } from './history/history.ts';
import type { PageCache } from './page-cache.ts';
import type { StatisticsReader } from './statistics/statistics.ts';

type Parts = {
  store: DetectionStore;
  history: History;
  comments: CommentReader;
  actions: DetectionActions;
  statistics: StatisticsReader;
  pages: PageCache;
  team: boolean;
  /** Null: one person may clear all. */
  clearRequests: ClearRequestStore | null;
  now: () => number;
};

const WeaponTypeParams = Type.Object({ type: Type.String({ minLength: 1, maxLength: 64 }) });

export function detectionRoutes(
  api: Api,
  { store, history, comments, actions, statistics, pages, team, clearRequests, now }: Parts,
): void {
  const list = { querystring: PageQuery };
  const one = { params: DetectionParams };

  api.get(
    '/api/detections/test',
    { config: { action: 'detections.read' }, schema: { response: { 200: TestAnswer } } },
    async () => ({
      success: true as const,
      message: 'The detection service is reachable and its database answers',
      total_detections: await statistics.countAll(),
      timestamp: isoTime(now()),
    }),
  );

  api.get(
    '/api/detections/stats',
    { config: { action: 'detections.read' }, schema: { response: { 200: StatsAnswer } } },
    () => statistics.read(),
  );

  api.get(
    '/api/detections/threats',
    { config: { action: 'detections.read' }, schema: { querystring: ThreatsQuery, response: { 200: ThreatsAnswer } } },
    async ({ query }, reply) => {
      const page = pageOf(query);
      const unclosed = team && query.unclosed === true;
      const read = async () => {
        const [{ rows, next_cursor }, threat_count] = await Promise.all([
          unclosed ? unclosedPage(store, page) : store.threats(page).then((found) => fitPage(found, page)),
          statistics.countActive(),
        ]);
        return { success: true, active_weapon_threats: rows.map(presentDetection), threat_count, next_cursor };
      };
      const json =
        page.after === null ? await pages(`threats ${page.limit} ${unclosed}`, read) : JSON.stringify(await read());
      // The page may come from the cache; its timestamp is the current time.
      return sendJson(reply, `${json.slice(0, -1)},"timestamp":"${isoTime(now())}"}`);
    },
  );

  api.get(
    '/api/detections/weapons/:type',
    {
      config: { action: 'detections.read' },
      schema: { ...list, params: WeaponTypeParams, response: { 200: WeaponTypeAnswer } },
    },
    async ({ params, query }) => {
      const page = pageOf(query);
      const [found, count] = await Promise.all([
        history.page({ weapon_type: params.type }, page),
        statistics.countOfType(weaponTypeKey(params.type)),
      ]);
      const { rows, next_cursor } = fitPage(found, page);
      return { success: true as const, detections: rows.map(presentDetection), count, next_cursor };
    },
  );

  api.get(
    '/api/detections/manual',
    { config: { action: 'detections.read' }, schema: { ...list, response: { 200: ManualListAnswer } } },
    async ({ query }) => {
      const page = pageOf(query);
      const [found, count] = await Promise.all([store.manual(page), statistics.countManual()]);
      const { rows, next_cursor } = fitPage(found, page);
      return { success: true as const, data: rows.map(presentDetection), count, next_cursor };
    },
  );

  api.post(
    '/api/detections/manual',
    { config: { action: 'detections.report' }, schema: { body: ManualDetection, response: { 201: CreatedAnswer } } },
    async ({ body }, reply) => {
      const detection_id = await actions.createManual(body);
      return reply.code(201).send({ success: true, detection_id });
    },
  );

  api.get(
    '/api/detections/:id',
    { config: { action: 'detections.read' }, schema: { ...one, response: { 200: DetectionAnswer } } },
    async ({ params }) => {
      const [row, page] = await Promise.all([store.byId(params.id), comments(params.id)]);
      if (row === null) throw noDetection(params.id);
      return {
        success: true as const,
        detection: {
          ...presentDetection(row),
          comments: page.comments,
          comments_total: page.total,
          comments_next_cursor: page.next_cursor,
        },
        weapon_details: weaponDetails(row.weapon_type),
      };
    },
  );

  api.get(
    '/api/detections/:id/metrics',
    { config: { action: 'detections.read' }, schema: { ...one, response: { 200: MetricsAnswer } } },
    async ({ params }) => {
      const row = await store.byId(params.id);
      if (row === null) throw noDetection(params.id);
      return { success: true as const, metrics: presentMetrics(row) };
    },
  );

  api.delete(
    '/api/detections/:id',
    { config: { action: 'detections.delete' }, schema: { ...one, response: { 200: DeletedAnswer } } },
    async (request) => {
      const { params } = request;
      const row = await actions.remove(params.id, actorOf(request));
      if (row === null) throw noDetection(params.id);
      return {
        success: true as const,
        message: `Detection ${params.id} was deleted`,
        deleted_detection: presentDetection({ ...row, incident_id: null }),
      };
    },
  );

  api.delete(
    '/api/detections/all',
    { config: { action: 'detections.clear' }, schema: { response: { 200: ClearedAnswer, '4xx': ErrorAnswer } } },
    async (request) => {
      if (clearRequests !== null) await requireSecondPerson(clearRequests, { request, now: now() });
      return { success: true as const, deleted_count: await actions.clear(actorOf(request)) };
    },
  );
}

async function unclosedPage(store: DetectionStore, page: Page) {
  const { rows, next } = await store.unclosedThreats(page);
  const fitted = fitPage(rows, page);
  const isCut = fitted.rows.length < rows.length;
  return isCut ? fitted : { rows, next_cursor: next === null ? null : encodeCursor(next) };
}
