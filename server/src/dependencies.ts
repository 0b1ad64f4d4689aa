import { endForeignSessions } from './accounts/firebase/firebase.store.ts';
import { type Background, startBackground } from './background.ts';
import type { Config } from './config.ts';
import { type ContactStore, contactStore } from './contact/contact.store.ts';
import type { Database } from './db/database.ts';
import type { DiskReserve } from './disk/disk-reserve.ts';
import { type EvidenceKey, openEvidenceKey } from './evidence/evidence-key.store.ts';
import { SAFETY_POLL_MS } from './live/event-log-follower.ts';
import { SESSION_CHECK_MS } from './live/streams.ts';
import { openLog } from './log.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { type AccountParts, buildAccountParts } from './parts/account-parts.ts';
import { type DetectionParts, openDetectionParts } from './parts/detection-parts.ts';
import { buildDeviceParts, type DeviceParts } from './parts/device-parts.ts';
import { type EscalationPart, openEscalationPart } from './parts/escalation-part.ts';
import { openFrigatePart } from './parts/frigate-part.ts';
import { type MqttParts, openMqttParts } from './parts/mqtt-parts.ts';
import { openDatabaseParts } from './parts/open-database.ts';
import type { Basics, Closing } from './parts/part.ts';
import { buildSettingsPart, type SettingsPart } from './parts/settings-part.ts';

export type Dependencies = Basics &
  AccountParts &
  DeviceParts &
  DetectionParts &
  MqttParts & {
    /** Null unless enabled in the settings. */
    metrics: Metrics | null;
    background: Background;
    /** Null without a team. */
    escalation: EscalationPart | null;
    /** Null without a team. */
    settings: SettingsPart | null;
    database: Database;
    disk: DiskReserve;
    contactStore: ContactStore;
    evidenceKey: EvidenceKey;
    /** Call after the app has closed. Before each part is closed, `onStep` gets the names of the remaining ones. */
    close: (onStep?: (left: readonly string[]) => void) => Promise<void>;
  };

export type Overrides = Partial<Pick<Dependencies, 'now' | 'elapsed' | 'log'>> & {
  safetyPollMs?: number;
  sessionCheckMs?: number;
  /** Another address of the keys that sign Firebase's ID tokens. */
  firebaseKeysUrl?: string | undefined;
  /** False: reports are stored without their incidents, to measure what those cost. */
  keepIncidents?: boolean;
};

/** Builds every part once, in the order of their dependencies. */
export async function buildDependencies(config: Config, overrides: Overrides = {}): Promise<Dependencies> {
  const { now = Date.now, elapsed = () => performance.now(), log = openLog(config.logLevel) } = overrides;
  const { safetyPollMs = SAFETY_POLL_MS, sessionCheckMs = SESSION_CHECK_MS, keepIncidents = true } = overrides;
  const basics = { config, now, elapsed, log };
  const opened = await openDatabaseParts(basics);
  const { database, disk } = opened;
  await endForeignSessions(database, { firebase: config.firebase !== undefined });
  const evidenceKey = await openEvidenceKey(database.kysely, now);
  const background = startBackground(log);
  const metrics = config.metrics ? await openMetrics() : null;
  const accounts = buildAccountParts({
    ...basics,
    ...opened,
    background,
    ...{ sharedClock: overrides.now, firebaseKeysUrl: overrides.firebaseKeysUrl },
  });
  const devices = buildDeviceParts({ ...basics, ...opened });
  const { deviceStore, heartbeats } = devices;
  const timing = { safetyPollMs, sessionCheckMs };
  const detections = await openDetectionParts({
    ...{ ...basics, ...opened, ...timing },
    ...{ background, metrics, deviceStore, heartbeats, keepIncidents },
  });
  const mqtt = await openMqttParts({ ...basics, ...devices, ...detections, metrics });
  const frigate = await openFrigatePart({ ...basics, ...opened, ...devices, ...detections, ...mqtt });
  const { escalation, closing: escalationClosing } = await openEscalationPart({
    ...{ ...basics, ...opened, ...accounts, ...detections },
  });
  const closing: Closing = [
    ...escalationClosing,
    ...frigate,
    ...mqtt.closing,
    ['background work', background.stop],
    ...detections.closing,
    ...devices.closing,
    ...opened.closing,
  ];
  return {
    ...basics,
    ...accounts,
    ...devices,
    ...detections,
    ...mqtt,
    metrics,
    background,
    escalation,
    settings: buildSettingsPart({ ...basics, ...opened, ...devices, escalation }),
    database,
    disk,
    contactStore: contactStore(database.kysely),
    evidenceKey,
    async close(onStep = () => {}) {
      for (const [index, [, end]] of closing.entries()) {
        onStep(closing.slice(index).map(([name]) => name));
        await end();
      }
    },
  };
}
