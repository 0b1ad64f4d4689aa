import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ChildServer } from '../servers/child-server.ts';
import type { FuzzRequest } from './requests.ts';
import type { Sessions } from './sessions.ts';

const CONNECTIONS = 16;
/** The longest time of a request; a slower one counts as hanging. */
const HANG_MS = 10_000;
/** Statuses of temporary failures. */
const UNAVAILABLE = new Set([503, 507]);

export type Fault = 'server error' | 'hung or cut off' | 'shape of an error';
export type Judged = {
  statuses: Map<number, number>;
  faults: { fault: Fault; request: FuzzRequest; answer: string }[];
};

/** Sends all requests, 16 at a time, and checks each response. */
export async function sendRequests(
  server: ChildServer,
  { requests, sessions }: { requests: readonly FuzzRequest[]; sessions: Sessions },
): Promise<Judged> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const judged: Judged = { statuses: new Map(), faults: [] };
  const queue = requests.entries();
  const sender = async () => {
    for (const [number, request] of queue) {
      if (server.ended.aborted) return;
      const found = await sendOne(server.url, { agent, request, headers: await sessions.headersOf(request, number) });
      if (found.status) judged.statuses.set(found.status, (judged.statuses.get(found.status) ?? 0) + 1);
      if (found.status === 401) await sessions.refused(request);
      if (found.fault) judged.faults.push({ fault: found.fault, request, answer: found.answer });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  agent.destroy();
  return judged;
}

type Found = { status?: number; fault?: Fault | undefined; answer: string };

async function sendOne(
  url: string,
  { agent, request, headers }: { agent: Agent; request: FuzzRequest; headers: Record<string, string> },
): Promise<Found> {
  const { method, path, body } = request;
  const length = body === null ? {} : { 'content-length': body.length };
  const signal = AbortSignal.timeout(HANG_MS);
  try {
    const sent = httpRequest(url, { agent, method, path, headers: { ...headers, ...length }, signal });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    // The server may respond and close the connection before it has read the whole body.
    sent.end(body ?? undefined);
    const [answer] = await answered;
    sent.on('error', () => {});
    return judge(answer.statusCode ?? 0, await textOf(answer));
  } catch (error) {
    return { fault: 'hung or cut off', answer: String(error) };
  }
}

/** Event streams do not end, so their body is not read. */
async function textOf(answer: IncomingMessage): Promise<string> {
  if (!answer.headers['content-type']?.startsWith('text/event-stream')) return await text(answer);
  answer.on('error', () => {}).destroy();
  return '';
}

function judge(status: number, answer: string): Found {
  if (status < 400) return { status, answer };
  if (status >= 500 && !UNAVAILABLE.has(status)) return { status, answer, fault: 'server error' };
  return { status, answer, fault: isErrorAnswer(answer) ? undefined : 'shape of an error' };
}

function isErrorAnswer(text: string): boolean {
  try {
    const { success, message, code } = JSON.parse(text) as Record<string, unknown>;
    return success === false && typeof message === 'string' && message !== '' && typeof code === 'string';
  } catch {
    return false;
  }
}
