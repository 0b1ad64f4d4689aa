import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { photograph } from '../data/photograph.ts';
import type { Broker } from './mqtt-broker.ts';

/** A tracked object of Frigate. */
export type Tracked = {
  id: string;
  camera: string;
  label: string;
  /** Seconds since the epoch. */
  start_time: number;
  end_time: number | null;
  top_score: number;
  false_positive: boolean;
  entered_zones: string[];
  /** Pixels of the detect stream: left, top, right, bottom. */
  box: [number, number, number, number];
};

type SnapshotAnswer = 'picture' | 'never' | 'endless' | number;

export type FrigateDouble = Awaited<ReturnType<typeof startFrigateDouble>>;

const DETECT = { width: 640, height: 360 };

/**
 * A double of Frigate, built from its public documentation (docs.frigate.video: Integrations > MQTT and HTTP API). It
 * publishes to a real broker, and answers `/api/events`, `/api/events/<id>/snapshot.jpg`, `/api/config` and `/api/login`.
 */
export async function startFrigateDouble(broker: Broker, { prefix = 'frigate', password = '' } = {}) {
  const client = await broker.client();
  const picture = await photograph(DETECT);
  const tracked = new Map<string, Tracked>();
  const requests: string[] = [];
  const snapshotAnswers = new Map<string, SnapshotAnswer[]>();
  let listFails = false;
  let count = 0;
  let port = 0;
  let server = createServer(answer);

  function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://frigate');
    requests.push(request.url ?? '');
    if (pathname === '/api/login') return void signIn(request, response);
    if (password !== '' && !request.headers.cookie?.includes('frigate_token=signed')) {
      return void response.writeHead(401).end();
    }
    const [, id] = /^\/api\/events\/([^/]+)\/snapshot\.jpg$/.exec(pathname) ?? [];
    if (id !== undefined) return sendSnapshot(id, response);
    if (pathname === '/api/events' && !listFails) return void response.end(JSON.stringify(listed(searchParams)));
    if (pathname === '/api/config') return void response.end(JSON.stringify(setup()));
    response.writeHead(listFails ? 500 : 404).end();
  }

  /** Returns the next answer of the list; the last one is repeated. */
  function nextAnswer(id: string): SnapshotAnswer {
    const [next = 'picture', ...later] = snapshotAnswers.get(id) ?? [];
    if (later.length > 0) snapshotAnswers.set(id, later);
    return next;
  }

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await request.toArray()).toString();
    const isRight = (JSON.parse(body) as { password: string }).password === password;
    response.writeHead(isRight ? 200 : 401, isRight ? { 'set-cookie': 'frigate_token=signed; HttpOnly' } : {}).end();
  }

  function sendSnapshot(id: string, response: ServerResponse) {
    const how = tracked.has(id) ? nextAnswer(id) : 404;
    if (how === 'never') return;
    if (typeof how === 'number') return void response.writeHead(how).end();
    response.setHeader('content-type', 'image/jpeg');
    if (how === 'picture') return void response.end(picture);
    const chunk = Buffer.alloc(256 * 1024, 0xff);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  }

  /** Only true positives are in the list; newest first. */
  function listed(query: URLSearchParams) {
    const [after, before] = [Number(query.get('after') ?? 0), Number(query.get('before') ?? Number.POSITIVE_INFINITY)];
    const labels = query.get('labels')?.split(',');
    return [...tracked.values()]
      .filter(({ start_time: at, false_positive }) => !false_positive && at > after && at < before)
      .filter(({ label }) => labels === undefined || labels.includes(label))
      .sort((a, b) => b.start_time - a.start_time)
      .slice(0, Number(query.get('limit') ?? 100))
      .map(({ box: [left, top, right, bottom], top_score, entered_zones, false_positive: _, ...event }) => ({
        ...{ ...event, zones: entered_zones, has_clip: true, has_snapshot: true, sub_label: null },
        ...{ top_score: null, false_positive: null, box: null, plus_id: null, retain_indefinitely: false },
        data: {
          ...{ type: 'object', score: top_score, top_score, attributes: [] },
          box: [
            left / DETECT.width,
            top / DETECT.height,
            (right - left) / DETECT.width,
            (bottom - top) / DETECT.height,
          ],
        },
      }));
  }

  function setup() {
    const camera = { detect: { enabled: true, fps: 5, ...DETECT }, snapshots: { bounding_box: true, crop: false } };
    return { mqtt: { topic_prefix: prefix }, cameras: { front_door: camera, yard: camera } };
  }

  function message(type: 'new' | 'update' | 'end', before: Tracked, after: Tracked) {
    const state = ({ box, start_time, ...object }: Tracked) => ({
      ...{ ...object, box, start_time, frame_time: start_time + 1, score: object.top_score, sub_label: null },
      ...{ area: 7_000, ratio: 1, region: [0, 0, 320, 320], current_zones: object.entered_zones, stationary: false },
      ...{ motionless_count: 0, position_changes: 1, has_clip: true, has_snapshot: true, attributes: {} },
      snapshot: { frame_time: start_time + 1, box, area: 7_000, region: [0, 0, 320, 320], score: 0.8, attributes: [] },
    });
    return JSON.stringify({ type, before: state(before), after: state(after) });
  }

  const publish = (topic: string, payload: string | Buffer, options = {}) =>
    client.publishAsync(`${prefix}/${topic}`, payload, options);

  /** Changes a tracked object, and publishes the change unless the type is `unpublished`. */
  async function change(
    id: string,
    changes: Partial<Tracked>,
    type: 'new' | 'update' | 'end' | 'unpublished' = 'update',
  ) {
    const before = tracked.get(id);
    if (before === undefined) throw new Error(`${id} is not tracked`);
    const after = { ...before, ...changes };
    tracked.set(id, after);
    if (type !== 'unpublished') await publish('events', message(type, before, after));
  }

  async function listen() {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    await publish('available', 'online', { retain: true });
  }

  async function stop() {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  await listen();

  return {
    url: `http://${password === '' ? '' : `viewer:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    picture,
    /** The URLs of all requests, oldest first. */
    requests: () => requests,
    /** Tracks a new object without publishing it. Returns its id. */
    track(fields: Partial<Tracked> & { start_time: number }): string {
      count += 1;
      const id = fields.id ?? `${fields.start_time.toFixed(6)}-${String(count).padStart(6, 'a')}`;
      tracked.set(id, {
        ...{ camera: 'front_door', label: 'knife', end_time: null, top_score: 0.91, false_positive: false },
        ...{ entered_zones: [], box: [64, 36, 128, 72], ...fields, id },
      });
      return id;
    },
    change,
    publish,
    publishStats: (cameras: Record<string, object>, service: object = { version: '0.16.1-abc', uptime: 10 }) =>
      publish('stats', JSON.stringify({ cameras, detectors: {}, service })),
    /** Sets the answers to successive requests for the snapshot of this object; the last one is repeated. */
    answerSnapshots: (id: string, ...how: SnapshotAnswer[]) => void snapshotAnswers.set(id, how),
    failList: (fails: boolean) => {
      listFails = fails;
    },
    async end() {
      await publish('available', 'offline', { retain: true });
      await stop();
    },
    /** Restarts at the same address with the same list. */
    async start() {
      server = createServer(answer);
      await listen();
    },
  };
}
