import { DEVICE_STATES } from '@vedette/contract/device-state';
import type { Registry } from 'prom-client';
import type { ReceivedHeartbeat } from '../devices/heartbeats.rules.ts';
import type { Heartbeats } from '../devices/heartbeats.ts';

type Sources = { heartbeats: Pick<Heartbeats, 'countStates' | 'all'>; now: () => number };

/** Registers gauges of the last heartbeat of each device; a revoked device has none. */
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

  /** @param value returns null for a device without this value */
  const addGauge = (name: string, help: string, value: (received: ReceivedHeartbeat) => number | null) =>
    new Gauge({
      ...{ name: `vedette_device_${name}`, help, labelNames: ['device_id', 'name'], registers },
      collect() {
        this.reset();
        for (const [device_id, { name, received }] of heartbeats.all()) {
          const current = value(received);
          if (current !== null) this.set({ device_id, name }, current);
        }
      },
    });

  addGauge('heartbeat_age_seconds', 'Since the last heartbeat of a device', ({ at }) => (now() - at) / 1_000);
  addGauge(
    'frame_age_seconds',
    "Since the last frame of a device's camera, by its last heartbeat; absent: none yet",
    ({ at, heartbeat: { last_frame_age: age } }) => (age === null ? null : (now() - at + age) / 1_000),
  );
  addGauge('frames_per_second', 'Frames that a device looks at', ({ heartbeat }) => heartbeat.fps);
  addGauge('outbox_reports', 'Reports that wait on a device', ({ heartbeat }) => heartbeat.outbox.waiting);
  addGauge('dead_reports', 'Reports that a device has given up', ({ heartbeat }) => heartbeat.outbox.dead);
  addGauge(
    'clock_difference_seconds',
    "The server's clock minus the device's at the last heartbeat",
    ({ at, heartbeat }) => (at - Date.parse(heartbeat.sent_at)) / 1_000,
  );
}
