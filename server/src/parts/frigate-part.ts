import { frigateStore } from '../frigate/frigate.store.ts';
import { createReportIntake } from '../ingest/report-intake.ts';
import type { DetectionParts } from './detection-parts.ts';
import type { DeviceParts } from './device-parts.ts';
import type { MqttParts } from './mqtt-parts.ts';
import type { DatabaseParts } from './open-database.ts';
import type { Basics, Closing } from './part.ts';

type Parts = Basics &
  Pick<DatabaseParts, 'database'> &
  Pick<DetectionParts, 'writer'> &
  Pick<DeviceParts, 'deviceRates' | 'heartbeats' | 'lastSeen'> &
  Pick<MqttParts, 'mqtt'>;

/** Receives the events of Frigate when the settings name one. */
export async function openFrigatePart(parts: Parts): Promise<Closing> {
  const { config, now, elapsed, log, database, writer, deviceRates: rates, heartbeats, lastSeen, mqtt } = parts;
  const { frigate: settings } = config;
  if (settings === undefined || mqtt === null) return [];
  // Loaded on demand, because only servers with Frigate need its compiled schemas.
  const { startFrigate } = await import('../frigate/frigate.ts');
  const frigate = startFrigate({
    ...{ settings, mqtt, rates, heartbeats, lastSeen, now, elapsed, log },
    store: frigateStore(database.kysely),
    reports: createReportIntake({ writer, drills: config.team, now, onAccepted: lastSeen.note }),
  });
  return [['Frigate', frigate.stop]];
}
