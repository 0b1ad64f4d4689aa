import {
  AllDetectionsAnswer,
  ClearedAnswer,
  CommentAnswer,
  CreatedAnswer,
  DeletedAnswer,
  DetectionAnswer,
  DetectionParams,
  ManualDetection,
  ManualListAnswer,
  NewComment,
  PageQuery,
  StatsAnswer,
  TestAnswer,
  ThreatsAnswer,
  WeaponTypeAnswer,
} from '@vedette/contract/detection';
import { PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import { MetricsAnswer } from '@vedette/contract/metrics';
import { weaponDetails } from '@vedette/contract/weapon-type';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import type { DetectionActions } from './detections.actions.ts';
import { isoTime, presentComment, presentDetection, presentMetrics } from './detections.present.ts';
import { decodeCursor, encodeCursor } from './detections.rules.ts';
import type { DetectionRow, DetectionStore, Page } from './detections.store.ts';
import type { PageCache } from './page-cache.ts';
import type { StatisticsReader } from './statistics.ts';

type Parts = {
  store: DetectionStore;
  actions: DetectionActions;
  statistics: StatisticsReader;
  pages: PageCache;
  now: () => number;
};

const WeaponTypeParams = Type.Object({ type: Type.String({ minLength: 1, maxLength: 64 }) });

export function detectionRoutes(api: Api, { store, actions, statistics, pages, now }: Parts): void {
  const list = { querystring: PageQuery };
  const firstPage = (name: string, page: Page, read: () => Promise<unknown>) =>
    page.after === null ? pages(`${name} ${page.limit}`, read) : read().then((answer) => JSON.stringify(answer));
  const one = { params: DetectionParams };

  api.get('/api/detections/test', { schema: { response: { 200: TestAnswer } } }, async () => ({
    success: true as const,
    message: 'The detection service is reachable and its database answers',
    total_detections: await statistics.countAll(),
    timestamp: isoTime(now()),
  }));

  api.get('/api/detections/stats', { schema: { response: { 200: StatsAnswer } } }, () => statistics.read());

  api.get(
    '/api/detections/all',
    { schema: { ...list, response: { 200: AllDetectionsAnswer } } },
    async ({ query }, reply) => {
      const page = pageOf(query);
      const json = await firstPage('all', page, async () => {
        const [rows, total] = await Promise.all([store.newest(page), statistics.countAll()]);
        return { success: true, data: rows.map(presentDetection), total, next_cursor: cursorAfter(rows, page) };
      });
      return sendJson(reply, json);
    },
  );

  api.get(
    '/api/detections/threats',
    { schema: { ...list, response: { 200: ThreatsAnswer } } },
    async ({ query }, reply) => {
      const page = pageOf(query);
      const json = await firstPage('threats', page, async () => {
        const [rows, threat_count] = await Promise.all([store.threats(page), statistics.countActive()]);
        const active_weapon_threats = rows.map(presentDetection);
        return { success: true, active_weapon_threats, threat_count, next_cursor: cursorAfter(rows, page) };
      });
      // The page may be remembered; its time is now.
      return sendJson(reply, `${json.slice(0, -1)},"timestamp":"${isoTime(now())}"}`);
    },
  );

  api.get(
    '/api/detections/weapons/:type',
    { schema: { ...list, params: WeaponTypeParams, response: { 200: WeaponTypeAnswer } } },
    async ({ params, query }) => {
      const page = pageOf(query);
      const key = params.type.trim().toLowerCase();
      const [rows, count] = await Promise.all([store.ofWeaponType(key, page), statistics.countOfType(key)]);
      return {
        success: true as const,
        detections: rows.map(presentDetection),
        count,
        next_cursor: cursorAfter(rows, page),
      };
    },
  );

  api.get('/api/detections/manual', { schema: { ...list, response: { 200: ManualListAnswer } } }, async ({ query }) => {
    const page = pageOf(query);
    const [rows, count] = await Promise.all([store.manual(page), statistics.countManual()]);
    return {
      success: true as const,
      data: rows.map(presentDetection),
      count,
      next_cursor: cursorAfter(rows, page),
    };
  });

  api.post(
    '/api/detections/manual',
    { schema: { body: ManualDetection, response: { 201: CreatedAnswer } } },
    async ({ body }, reply) => {
      const detection_id = await actions.createManual(body);
      return reply.code(201).send({ success: true, detection_id });
    },
  );

  api.get('/api/detections/:id', { schema: { ...one, response: { 200: DetectionAnswer } } }, async ({ params }) => {
    const [row, comments] = await Promise.all([store.byId(params.id), store.commentsOf(params.id)]);
    if (row === null) throw notFound(params.id);
    return {
      success: true as const,
      detection: { ...presentDetection(row), comments: comments.map(presentComment) },
      weapon_details: weaponDetails(row.weapon_type),
    };
  });

  api.get(
    '/api/detections/:id/metrics',
    { schema: { ...one, response: { 200: MetricsAnswer } } },
    async ({ params }) => {
      const row = await store.byId(params.id);
      if (row === null) throw notFound(params.id);
      return { success: true as const, metrics: presentMetrics(row) };
    },
  );

  api.put(
    '/api/detections/:id/comment',
    { schema: { ...one, body: NewComment, response: { 200: CommentAnswer } } },
    async ({ params, body }) => {
      const row = await actions.comment(params.id, body);
      if (row === null) throw notFound(params.id);
      return { success: true as const, message: 'Comment added', comment: presentComment(row) };
    },
  );

  api.delete('/api/detections/:id', { schema: { ...one, response: { 200: DeletedAnswer } } }, async ({ params }) => {
    const row = await actions.remove(params.id);
    if (row === null) throw notFound(params.id);
    return {
      success: true as const,
      message: `Detection ${params.id} was deleted`,
      deleted_detection: presentDetection(row),
    };
  });

  api.delete('/api/detections/all', { schema: { response: { 200: ClearedAnswer } } }, async () => ({
    success: true as const,
    deleted_count: await actions.clear(),
  }));
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

export function notFound(id: number) {
  return apiError('NOT_FOUND', `There is no detection ${id}`);
}

function pageOf({ limit, cursor }: PageQuery): Page {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && after === null) {
    throw apiError('BAD_REQUEST', 'cursor must be a next_cursor of an earlier answer', { field: 'cursor' });
  }
  return { limit: limit ?? PAGE_SIZE_DEFAULT, after };
}

/** A full page may be followed by another, which may turn out empty. */
function cursorAfter(rows: readonly DetectionRow[], { limit }: Page): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : encodeCursor(last);
}
