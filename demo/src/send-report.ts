import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '@vedette/contract/report';

export type Encoding = 'multipart' | 'raw';
export type Sent = {
  url: string;
  key: string;
  report: Report;
  frame: Buffer;
  encoding: Encoding;
  log: (line: string) => void;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Sends a report until the server has accepted or refused it. After a lost response, a full queue or a restart it is sent
 * again with the same event_id, so that it is never stored twice.
 * @returns the detection's id; null when the server refused the report
 */
export async function sendReport(sent: Sent, signal: AbortSignal): Promise<number | null> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    signal.throwIfAborted();
    const answer = await attempt(sent, signal).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { detection_id: number }).detection_id;
    await answer?.body?.cancel();
    const passing = !answer || answer.status === 429 || answer.status >= 500;
    if (!passing) return refused(sent, answer);
    await sleep(retryAfterMs(answer) ?? wait, undefined, { signal });
  }
}

function attempt({ url, key, report, frame, encoding }: Sent, signal: AbortSignal): Promise<Response> {
  const authorization = `Bearer ${key}`;
  const limits = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  const request = { method: 'POST', signal: limits };
  const address = `${url}/api/ingest/detections`;
  if (encoding === 'multipart') {
    const form = new FormData();
    form.set('detection', new Blob([JSON.stringify(report)], { type: 'application/json' }));
    form.set('frame', new Blob([frame], { type: 'image/jpeg' }), 'frame.jpg');
    return fetch(address, { ...request, headers: { authorization }, body: form });
  }
  const headers = {
    authorization,
    'content-type': 'image/jpeg',
    'x-detection': encodeURIComponent(JSON.stringify(report)),
  };
  return fetch(address, { ...request, headers, body: frame });
}

function retryAfterMs(answer: Response | undefined): number | undefined {
  const seconds = Number(answer?.headers.get('retry-after') ?? 'none');
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

function refused({ report, log }: Sent, answer: Response): null {
  log(`The server refused report ${report.event_id} with ${answer.status}.`);
  return null;
}
