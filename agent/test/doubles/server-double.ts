import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { vi } from 'vitest';

export type Stored = {
  event_id: string;
  weapon_type: string;
  threat_level: number;
  confidence: number;
  [field: string]: unknown;
};
/** `drop`: the connection is closed without an answer. */
export type Answer = { status: number; store?: boolean; headers?: Record<string, string>; drop?: boolean };
export type Settings = {
  /** The device's key; absent: every key is valid. */
  key?: string;
  answer?: (report: Stored, count: number) => Answer;
  answerHeartbeat?: (count: number) => Answer;
};

const STORED: Answer = { status: 201, store: true };

/** Accepts heartbeats, and stores reports as the server does, one row per event_id; `answer` sets the status and whether to store. */
export async function startServerDouble({
  key,
  answer = () => STORED,
  answerHeartbeat = () => ({ status: 200 }),
}: Settings = {}) {
  const rows = new Map<string, Stored>();
  const frames = new Map<string, Buffer>();
  const heartbeats: Record<string, unknown>[] = [];
  const posted: string[] = [];
  let tries = 0;
  const valid = { key };

  function reply(response: ServerResponse, { status, headers = {}, drop = false }: Answer) {
    if (drop) response.destroy();
    else
      response
        .writeHead(status, headers)
        .end(status < 300 ? '{"success":true}' : `{"error":"the double says ${status}"}`);
  }

  function onReport(response: ServerResponse, { type, body }: { type: string; body: Buffer }) {
    const { report, frame } = partsOf(type, body);
    if (!report) return reply(response, { status: 400 });
    posted.push(report.event_id);
    const given = answer(report, tries++);
    if (given.store) {
      rows.set(report.event_id, report);
      if (frame) frames.set(report.event_id, frame);
    }
    reply(response, given);
  }

  const server = createServer((request, response) => {
    readBody(request, (body) => {
      const { url, headers } = request;
      if (valid.key !== undefined && headers.authorization !== `Bearer ${valid.key}`)
        return reply(response, { status: 401 });
      if (url === '/api/ingest/heartbeat') {
        const given = answerHeartbeat(heartbeats.length);
        heartbeats.push(JSON.parse(body.toString()) as Record<string, unknown>);
        return reply(response, given);
      }
      if (url === '/api/ingest/detections') return onReport(response, { type: headers['content-type'] ?? '', body });
      reply(response, { status: 404 });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    rows: () => [...rows.values()],
    frame: (eventId: string) => frames.get(eventId),
    frames: () => frames.size,
    /** The event ids of all received reports, with repetitions. */
    posted: () => posted,
    heartbeats: () => heartbeats,
    setKey: (next: string) => {
      valid.key = next;
    },
    /** Waits until this many different reports are stored. */
    untilStored: (count: number) => vi.waitUntil(() => rows.size >= count, { timeout: 60_000, interval: 20 }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readBody(request: IncomingMessage, onBody: (body: Buffer) => void) {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => onBody(Buffer.concat(chunks)));
}

/** Reads the report and the optional frame of a multipart body. */
function partsOf(type: string, body: Buffer): { report?: Stored; frame?: Buffer } {
  const boundary = /boundary=(\S+)/.exec(type)?.[1];
  if (!boundary) return {};
  const parts = new Map<string, Buffer>();
  let at = body.indexOf(`--${boundary}`);
  for (let end = body.indexOf(`\r\n--${boundary}`, at); end > at; end = body.indexOf(`\r\n--${boundary}`, at)) {
    const head = body.indexOf('\r\n\r\n', at);
    const name = /name="(\w+)"/.exec(body.toString('latin1', at, head))?.[1] ?? '';
    parts.set(name, body.subarray(head + 4, end));
    at = end + 2;
  }
  const [report, frame] = [parts.get('detection'), parts.get('frame')];
  return { ...(report && { report: JSON.parse(report.toString()) as Stored }), ...(frame && { frame }) };
}
