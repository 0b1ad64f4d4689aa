import type { Heartbeat } from '@vedette/contract/heartbeat';
import type { Api } from '../../src/http/api.ts';

/** A heartbeat of a device that is well; the given fields replace its own. */
export function aHeartbeat(fields: object = {}): Heartbeat {
  return {
    sent_at: '2025-01-15T12:00:00.000Z',
    last_frame_age: 40,
    fps: 12.5,
    outbox: { waiting: 0, oldest_age: null, dead: 0 },
    model: { name: 'yolo', sha256: 'ab'.repeat(32) },
    version: '1.2.3',
    ...fields,
  };
}

export function sendHeartbeat(api: Api, key: string, heartbeat: object) {
  return api.inject({
    ...{ method: 'POST', url: '/api/ingest/heartbeat' },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(heartbeat),
  });
}
