import type { Registry } from 'prom-client';
import type { DrillStore } from '../detections/drills/drills.store.ts';

type Sources = { store: Pick<DrillStore, 'devices'>; now: () => number };

/** Registers when each device was last proven end to end. A device that never was has no figure. */
export async function addDrillGauges(registry: Registry, { store, now }: Sources): Promise<void> {
  const { Gauge } = await import('prom-client');
  new Gauge({
    name: 'vedette_drill_proven_age_seconds',
    help: 'Since a drill of a device was last painted by a screen',
    labelNames: ['device_id', 'name'],
    registers: [registry],
    async collect() {
      this.reset();
      const devices = await store.devices().catch(() => []);
      for (const { device_id, device: name, last_proven_at } of devices) {
        if (last_proven_at !== null) this.set({ device_id, name }, (now() - last_proven_at) / 1_000);
      }
    },
  });
}
