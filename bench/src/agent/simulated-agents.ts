import { HEARTBEAT_URL, type Heartbeat } from '@vedette/contract/heartbeat';
import { registerCameras } from '@vedette/demo/registered-devices';
import { createLedger } from '../reports/report-ledger.ts';
import { sendFrame } from '../reports/send-frame.ts';
import type { ChildServer } from '../servers/child-server.ts';

const INTERVAL_MS = 30_000;
/** The server accepts one heartbeat per device and second. */
const MIN_GAP_MS = 1_100;

export type SimulatedAgents = {
  ids: string[];
  /** Makes a camera blind or not, and sends a heartbeat at once. @returns the time of the heartbeat, milliseconds since the epoch */
  setBlind: (id: string, blind: boolean) => Promise<number>;
  /** Sends a report with a frame from one of them. */
  report: (id: string) => Promise<void>;
  failures: () => string[];
  stop: () => void;
};

/** Simulates agents that each send a heartbeat every 30 s, spread evenly over time. */
export async function simulateAgents(
  server: ChildServer,
  { count, dataDir }: { count: number; dataDir: string },
): Promise<SimulatedAgents> {
  const cameras = Array.from({ length: count }, (_, at) => {
    return {
      name: `Camera ${at + 1}`,
      location: `Gate ${at + 1}`,
      place: 'gate',
      hardware: 'none',
      annotates: true,
    } as const;
  });
  const devices = await registerCameras(server.guard, cameras, dataDir);
  const keys = new Map(devices.map(({ deviceId, key }) => [deviceId, key]));
  const ids = [...keys.keys()];
  const blind = new Set<string>();
  const sentAt = new Map<string, number>();
  const failures: string[] = [];
  const ledger = await createLedger();

  async function sendHeartbeat(id: string): Promise<number> {
    const at = Date.now();
    sentAt.set(id, at);
    const heartbeat: Heartbeat = {
      ...{ sent_at: new Date(at).toISOString(), last_frame_age: blind.has(id) ? null : 40, fps: 5, version: '0.1.0' },
      ...{ outbox: { waiting: 0, oldest_age: null, dead: 0 }, model: { name: 'net.onnx', sha256: 'ab'.repeat(32) } },
    };
    const answer = await fetch(server.url + HEARTBEAT_URL, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.get(id)}`, 'content-type': 'application/json' },
      body: JSON.stringify(heartbeat),
    });
    const text = await answer.text();
    if (!answer.ok) failures.push(`${answer.status} ${text}`);
    return at;
  }

  const canSend = (id: string) => Date.now() - (sentAt.get(id) ?? 0) > MIN_GAP_MS;
  let next = 0;
  const timer = setInterval(() => {
    const id = ids[next++ % ids.length] ?? '';
    if (canSend(id)) void sendHeartbeat(id).catch((error) => failures.push(String(error)));
  }, INTERVAL_MS / count);
  for (const id of ids) await sendHeartbeat(id);
  return {
    ids,
    setBlind: async (id, isBlind) => {
      while (!canSend(id)) await new Promise((resolve) => setTimeout(resolve, 50));
      if (isBlind) blind.add(id);
      else blind.delete(id);
      return await sendHeartbeat(id);
    },
    report: async (id) => {
      const answer = await sendFrame({ url: server.url, device: { id, key: keys.get(id) ?? '' } }, ledger.newReport());
      const text = await answer.text();
      if (!answer.ok) failures.push(`${answer.status} ${text}`);
    },
    failures: () => failures,
    stop: () => clearInterval(timer),
  };
}
