import type { Receiver } from '@vedette/contract/escalation';
import { stateOf } from '../devices/heartbeats.rules.ts';
import { diskSpace } from '../disk/disk-space.ts';
import { type Forwarding, watchForwarding } from '../http/guards/forwarding.ts';
import { type CheckDuty, runChecks } from '../settings/duty-checks.ts';
import { createSettingsStore } from '../settings/settings.store.ts';
import type { DeviceParts } from './device-parts.ts';
import type { EscalationPart } from './escalation-part.ts';
import type { DatabaseParts } from './open-database.ts';
import type { Basics } from './part.ts';

export type SettingsPart = { forwarding: Forwarding; checkDuty: CheckDuty };

type Parts = Basics &
  Pick<DatabaseParts, 'database'> &
  Pick<DeviceParts, 'deviceStore' | 'heartbeats'> & { escalation: EscalationPart | null };

/** Looks whether the installation is ready for duty; null without a team. */
export function buildSettingsPart(parts: Parts): SettingsPart | null {
  const { config, now, log, database, deviceStore, heartbeats, escalation } = parts;
  if (escalation === null) return null;
  const forwarding = watchForwarding();
  const { people, policies, receivers } = escalation;
  const checkParts = {
    config,
    store: createSettingsStore(database),
    isForwarded: forwarding.isSeen,
    diskSpace: () => diskSpace(config.dataDir),
    deviceStates: () =>
      [...heartbeats.all()].map(([id, { name, received }]) => ({ id, name, state: stateOf(received, now()) })),
    devices: deviceStore.list,
    onDuty: people.onDuty,
    policy: async () => (await policies.latest()).policy,
    reaches: async (receiver: Receiver) => {
      const deliveries = await receivers.deliveriesTo(receiver);
      return deliveries.some(({ error }) => error === null);
    },
  };
  return { forwarding, checkDuty: () => runChecks({ ...checkParts, now: now() }, log) };
}
