import { DEVICE_STATES } from '@vedette/contract/device-state';
import type { Registry } from 'prom-client';
import type { Received } from '../devices/heartbeats.rules.ts';
import type { Heartbeats } from '../devices/heartbeats.ts';

type Sources = { heartbeats: Pick<Heartbeats, 'countStates' | 'all'>; now: () => number };

/** Registers what the last heartbeats say of devices; those of a revoked one are gone. */
export async function addDeviceGauges(registry: Registry, { heartbeats, now }: Sources): Promise<void> {
  const { Gauge } = await import('prom-client');
  const registers = [registry];

  new Gauge({
    name: 'vedette_device_states',
    help: 'Devices that send heartbeats, by their state',
    labelNames: ['state'],
    registers,
    collect() {
      const counts = heartbeats.countStates();
      for (const state of DEVICE_STATES) this.set({ state }, counts.get(state) ?? 0);
    },
  });

  /** @param value null: not told */
  const ofEach = (name: string, help: string, value: (received: Received) => number | null) =>
    new Gauge({
      ...{ name: `vedette_device_${name}`, help, labelNames: ['device_id', 'name'], registers },
      collect() {
        this.reset();
        for (const [device_id, { name, received }] of heartbeats.all()) {
          const told = value(received);
          if (told !== null) this.set({ device_id, name }, told);
        }
      },
    });

  ofEach('heartbeat_age_seconds', 'Since the last heartbeat of a device', ({ at }) => (now() - at) / 1_000);
  ofEach(
    'frame_age_seconds',
    "Since the last frame of a device's camera, as its last heartbeat told; absent: none yet",
    ({ at, heartbeat: { last_frame_age: age } }) => (age === null ? null : (now() - at + age) / 1_000),
  );
  ofEach('frames_per_second', 'Frames that a device looks at', ({ heartbeat }) => heartbeat.fps);
  ofEach('outbox_reports', 'Reports that wait on a device', ({ heartbeat }) => heartbeat.outbox.waiting);
  ofEach('dead_reports', 'Reports that a device has given up', ({ heartbeat }) => heartbeat.outbox.dead);
  ofEach(
    'clock_difference_seconds',
    "The server's clock minus the device's at the last heartbeat",
    ({ at, heartbeat }) => (at - Date.parse(heartbeat.sent_at)) / 1_000,
  );
}
