import type { Report } from '@vedette/contract/report';
import type { ChildServer } from '../servers/child-server.ts';

/** Sends a report with its frame in the raw encoding. Resolves with any response and rejects when the connection breaks. */
export function sendFrame(
  { url, device }: Pick<ChildServer, 'url' | 'device'>,
  { report, frame }: { report: Report; frame: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  return fetch(`${url}/api/ingest/detections`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${device.key}`,
      'content-type': 'image/jpeg',
      'x-detection': encodeURIComponent(JSON.stringify(report)),
    },
    body: frame,
  });
}

/** @returns the detection's id; throws when the report was not stored */
export async function storeFrame(...sent: Parameters<typeof sendFrame>): Promise<number> {
  const answer = await sendFrame(...sent);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`A report was answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { detection_id: number }).detection_id;
}
