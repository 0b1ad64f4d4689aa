import { recordAudit } from '../db/audit/append-audit.ts';
import type { Database } from '../db/database.ts';
import type { SettingValue } from '../setting-reader.ts';
import { SERVER_VERSION } from '../version.ts';
import { presentEntry } from './audit.present.ts';
import { searchOf } from './audit.rules.ts';
import { newestEntries } from './audit.store.ts';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Records each start with the settings of the environment, without secrets, and which of them are others than at the last start of
 * this machine and port.
 */
export async function recordStart(
  kysely: Database['kysely'],
  { name, settings: all, now }: { name: string; settings: readonly SettingValue[]; now: () => number },
): Promise<void> {
  const given = all.filter(({ source }) => source === 'environment');
  const settings = Object.fromEntries(given.map(({ description, value }) => [description.name, value]));
  const subject = `server:${name}`;
  const [last] = await newestEntries(kysely, searchOf({ subject }, null), 1);
  const changed = last === undefined ? [] : changesIn(settingsIn(presentEntry(last).details), settings);
  const details = { version: SERVER_VERSION, settings, changed };
  await recordAudit(kysely, { kind: 'server.started', actor: null, subject, details, at: now() });
}

function changesIn(before: Settings, after: Settings): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

function settingsIn({ settings }: Settings): Settings {
  return typeof settings === 'object' ? { ...settings } : {};
}
