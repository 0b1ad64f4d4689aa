import { DetectionParams } from '@vedette/contract/detection';
import { DrillAnswer, DrillSchedule, DrillsAnswer } from '@vedette/contract/drill';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { Schema } from '../../db/schema.ts';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import type { OpenBuckets } from '../../http/guards/token-buckets.ts';
import type { DetectionWriter } from '../../writer/detection-writer.ts';
import { isoTime } from '../detections.present.ts';
import type { DrillRunner } from './drill-runner.ts';
import { presentDrill } from './drills.present.ts';
import { type DrillStore, readDrills } from './drills.store.ts';

type Parts = {
  store: DrillStore;
  kysely: Kysely<Schema>;
  runner: Pick<DrillRunner, 'run'>;
  writer: Pick<DetectionWriter, 'settleDrill'>;
  openBuckets: OpenBuckets;
  now: () => number;
};

const DeviceParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** With TEAM only. */
export function drillRoutes(api: Api, { store, kysely, runner, writer, openBuckets, now }: Parts): void {
  const buttons = openBuckets('drills of a device', { capacity: 5, perSecond: 1 / 10 });
  api.get(
    '/api/drills',
    { config: { action: 'drills.read' }, schema: { response: { 200: DrillsAnswer } } },
    async (): Promise<DrillsAnswer> => {
      const devices = await store.devices();
      const drills = await readDrills(
        kysely,
        devices.flatMap(({ last_id }) => last_id ?? []),
      );
      const proven = devices.flatMap(({ last_proven_at }) => last_proven_at ?? []);
      return {
        success: true,
        last_proven_at: proven.length === 0 ? null : isoTime(Math.max(...proven)),
        devices: devices.map(({ device_id, device, every_s, last_id, last_proven_at }) => {
          const last = last_id === null ? undefined : drills.get(last_id);
          return {
            ...{ device_id, device, every_s },
            last: last === undefined ? null : presentDrill(last),
            last_proven_at: last_proven_at === null ? null : isoTime(last_proven_at),
          };
        }),
      };
    },
  );

  api.put(
    '/api/devices/:id/drills',
    {
      config: { action: 'drills.schedule' },
      schema: {
        params: DeviceParams,
        body: DrillSchedule,
        response: { 200: Type.Object({ success: Type.Literal(true) }) },
      },
    },
    async (request) => {
      const { params, body } = request;
      const by = { actor: actorOf(request), now: now() };
      if (!(await store.schedule(params.id, body.every_s, by))) throw noDevice(params.id);
      return { success: true as const };
    },
  );

  api.post(
    '/api/devices/:id/drills',
    { config: { action: 'drills.send' }, schema: { params: DeviceParams, response: { 201: DrillAnswer } } },
    async ({ params }, reply) => {
      const device = await kysely
        .selectFrom('device')
        .select(['id', 'name', 'location'])
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (device === undefined) throw noDevice(params.id);
      const seconds = await buttons.take(params.id);
      if (seconds > 0) {
        const retryAfterSeconds = Math.ceil(seconds);
        throw apiError('RATE_LIMITED', 'Too many drills; please wait a moment', { retryAfterSeconds });
      }
      const id = await runner.run(device);
      const drill = (await readDrills(kysely, [id])).get(id);
      if (drill === undefined) throw noDevice(params.id);
      return reply.code(201).send({ success: true as const, drill: presentDrill(drill) });
    },
  );

  /** A screen has painted it. */
  api.post(
    '/api/drills/:id/painted',
    { config: { action: 'drills.prove' }, schema: { params: DetectionParams } },
    async ({ params }, reply) => {
      await writer.settleDrill({ id: params.id, at: now(), was: 'painted' });
      return reply.code(204).send();
    },
  );
}

function noDevice(id: string) {
  return apiError('NOT_FOUND', `There is no device ${id}`);
}
