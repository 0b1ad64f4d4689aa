import type { Report } from '@vedette/contract/report';
import type { ChildServer } from './child-server.ts';

/** One report with its frame by the raw encoding; whatever the server answers, or a rejection when the connection breaks. */
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
