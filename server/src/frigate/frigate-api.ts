import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import type { FrigateAddress } from '../frigate-settings.ts';
import { type CameraSetup, cameraSetups, isSetup } from './frigate-messages.ts';

export type EventFilter = {
  /** Seconds since the epoch, exclusive. */
  after: number;
  before: number | undefined;
  labels: readonly string[];
  limit: number;
};

/** The part of Frigate's HTTP API that the server uses. */
export type FrigateApi = {
  /** Lists events, newest first. They are not validated, because one malformed event must not hide the others. */
  events: (filter: Partial<EventFilter>) => Promise<unknown[]>;
  /** @param signal aborts the request */
  snapshot: (eventId: string, signal: AbortSignal) => Promise<Buffer>;
  cameras: () => Promise<ReadonlyMap<string, CameraSetup>>;
};

/** The error for an answer that is not successful. */
export type RefusedByFrigate = Error & { status: number };

const ANSWER_LIMIT_MS = 10_000;
const JSON_MAX_BYTES = 16 * 1024 * 1024;

/** @param stopping aborts requests, except for snapshots: their reports are stored before the server stops */
export function frigateApi({ base, login }: FrigateAddress, stopping: AbortSignal): FrigateApi {
  let cookies = '';

  async function request(path: string, signal: AbortSignal): Promise<Response> {
    const answer = await send(path, signal);
    if (answer.status !== 401 || login === undefined) return answer;
    await answer.body?.cancel();
    cookies = await signIn(login, signal);
    return send(path, signal);
  }

  function send(path: string, signal: AbortSignal): Promise<Response> {
    const basic = login && Buffer.from(`${login.user}:${login.password}`).toString('base64');
    const headers = {
      // The session cookie of Frigate, or before the login the credentials for a proxy in front of it.
      ...(cookies !== '' ? { cookie: cookies } : basic !== undefined && { authorization: `Basic ${basic}` }),
    };
    // Redirects are not followed, because they lead to an address that is not in the settings.
    return fetch(`${base}/api${path}`, { headers, redirect: 'manual', signal });
  }

  async function signIn(credentials: { user: string; password: string }, signal: AbortSignal): Promise<string> {
    const answer = await fetch(`${base}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
      redirect: 'manual',
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw refused('/login', answer.status);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  async function read(path: string, { maxBytes, signal }: { maxBytes: number; signal: AbortSignal }): Promise<Buffer> {
    const answer = await request(path, signal);
    if (!answer.ok) {
      await answer.body?.cancel();
      throw refused(path, answer.status);
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new Error(`Frigate's answer to ${pathOf(path)} is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async function readJson(path: string): Promise<unknown> {
    const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_LIMIT_MS), stopping]);
    const bytes = await read(path, { maxBytes: JSON_MAX_BYTES, signal });
    return JSON.parse(bytes.toString());
  }

  return {
    async events({ after, before, labels, limit }) {
      const query = new URLSearchParams({
        include_thumbnails: '0',
        ...(after !== undefined && { after: String(after) }),
        ...(before !== undefined && { before: String(before) }),
        ...(labels !== undefined && { labels: labels.join(',') }),
        ...(limit !== undefined && { limit: String(limit) }),
      });
      const events = await readJson(`/events?${query}`);
      if (!Array.isArray(events)) throw new Error("Frigate's list of events is no list");
      return events;
    },
    snapshot: (eventId, signal) =>
      read(`/events/${encodeURIComponent(eventId)}/snapshot.jpg?bbox=0&crop=0&timestamp=0`, {
        maxBytes: FRAME_MAX_BYTES,
        signal,
      }),
    async cameras() {
      const setup = await readJson('/config');
      if (!isSetup(setup)) throw new Error("Frigate's settings name no cameras");
      return cameraSetups(setup.cameras);
    },
  };
}

function refused(path: string, status: number): RefusedByFrigate {
  return Object.assign(new Error(`Frigate answered ${status} to ${pathOf(path)}`), { status });
}

const pathOf = (path: string) => path.split('?', 1)[0];

export function isRefusedByFrigate(error: unknown): error is RefusedByFrigate {
  return error instanceof Error && 'status' in error;
}
