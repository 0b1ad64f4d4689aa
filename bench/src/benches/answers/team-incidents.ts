import { randomUUID } from 'node:crypto';
import { SAMPLE_REPORT } from '../../reports/sample-report.ts';
import { type ChildServer, read } from '../../servers/child-server.ts';

export const TEAM = { TEAM: 'true' } as const;

const SPACING_MS = 120_000;

/** Reports so many threats of this type, each an incident of its own. @returns the ids of the incidents */
export async function reportIncidents(
  { url, device, guard }: ChildServer,
  { count, weaponType }: { count: number; weaponType: string },
): Promise<number[]> {
  const from = Date.now() - count * SPACING_MS;
  const incidents: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const timestamp = new Date(from + number * SPACING_MS).toISOString();
    const answer = await fetch(`${url}/api/ingest/detections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...SAMPLE_REPORT,
        event_id: randomUUID(),
        weapon_type: weaponType,
        threat_level: 9,
        timestamp,
      }),
    });
    const { detection_id } = (await answer.json()) as { detection_id: number };
    const { detection } = (await read(guard, `/api/detections/${detection_id}`)) as {
      detection: { incident_id: number };
    };
    incidents.push(detection.incident_id);
  }
  return incidents;
}

/** @returns the status of the answer */
export async function acknowledge({ guard }: Pick<ChildServer, 'guard'>, incident: number): Promise<number> {
  const answer = await fetch(`${guard.url}/api/incidents/${incident}/acknowledge`, {
    method: 'POST',
    headers: { origin: guard.origin, cookie: guard.cookie },
  });
  await answer.arrayBuffer();
  return answer.status;
}
