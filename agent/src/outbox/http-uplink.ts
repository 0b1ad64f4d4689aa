import { readFileSync } from 'node:fs';
import type { HeartbeatUplink } from '../health/heartbeat-body.ts';
import { redact } from '../log.ts';
import type { Outcome, Uplink } from './sender.ts';
import type { Server, ServerAddress } from './server.ts';

const REPORTS = '/api/ingest/detections';
const LIMIT_MS = 15_000;
const HEARTBEAT_LIMIT_MS = 5_000;
const RETRY_AFTER_MAX_MS = 3_600_000;
/** Statuses that refuse a report for good; other 4xx statuses may come from a proxy. */
const PERMANENT = new Set([400, 413, 415, 422]);

/** Reads the key file for each request, so that a replaced key is used at once. */
export function authorization(keyFile: string): string {
  const key = readFileSync(keyFile, 'utf8').trim();
  if (!/^[!-~]+$/.test(key)) throw new Error(`${keyFile} holds no device key: it is one word, such as vdk_1a2b`);
  return `Bearer ${key}`;
}

export function httpServer(address: ServerAddress): Server {
  return {
    reports: httpUplink(address),
    heartbeat: heartbeatUplink(address),
    tryKey: (signal) => postJson(address, { path: REPORTS, body: '{}', signal }),
    close: () => undefined,
  };
}

export function httpUplink({ server, keyFile }: ServerAddress): Uplink {
  const address = new URL(REPORTS, server);
  return {
    send: async ({ report, frame }, signal) => {
      try {
        const form = new FormData();
        form.set('detection', new Blob([report], { type: 'application/json' }));
        if (frame) form.set('frame', new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }), 'frame.jpg');
        const answer = await fetch(address, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
          headers: { authorization: authorization(keyFile) },
          body: form,
        });
        return outcomeOf(answer.status, answer.headers.get('retry-after'), (await answer.text()).slice(0, 300));
      } catch (error) {
        return { kind: 'later', reason: causeOf(error), failedAtServer: false };
      }
    },
  };
}

function heartbeatUplink(address: ServerAddress): HeartbeatUplink {
  return (heartbeat, signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(HEARTBEAT_LIMIT_MS)]);
    return postJson(address, { path: '/api/ingest/heartbeat', body: JSON.stringify(heartbeat), signal: limited });
  };
}

type Post = { path: string; body: string; signal: AbortSignal };

async function postJson({ server, keyFile }: ServerAddress, { path, body, signal }: Post) {
  const answer = await fetch(new URL(path, server), {
    ...{ method: 'POST', redirect: 'manual', signal, body },
    headers: { authorization: authorization(keyFile), 'content-type': 'application/json' },
  });
  return { status: answer.status, text: (await answer.text()).slice(0, 300) };
}

export function outcomeOf(status: number, retryAfter: string | null, text: string): Outcome {
  const reason = `${status} ${text}`.trim();
  if (status >= 200 && status < 300) return { kind: 'stored' };
  if (PERMANENT.has(status)) return { kind: 'refused', reason };
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason };
  return { kind: 'later', reason, retryAfterMs: retryAfterMs(retryAfter), failedAtServer: status === 500 };
}

function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS) : undefined;
}

export function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return redact(cause instanceof Error ? cause.message || cause.name : String(cause));
}
