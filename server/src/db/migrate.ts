import { type Migration, Migrator } from 'kysely';
import type { Database } from './database.ts';
import { detections } from './migrations/0001-detections.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { devices } from './migrations/0003-devices.ts';
import { contact } from './migrations/0004-contact.ts';
import { hourCounters } from './migrations/0005-hour-counters.ts';
import { series } from './migrations/0006-series.ts';
import { revocations } from './migrations/0007-revocations.ts';
import { sharedLimits } from './migrations/0008-shared-limits.ts';
import { sharedSettings } from './migrations/0009-shared-settings.ts';
import { frameFolder } from './migrations/0010-frame-folder.ts';
import { familiarNetworks } from './migrations/0011-familiar-networks.ts';
import { otherLabels } from './migrations/0012-other-labels.ts';
import { oldKeysAndLevelHours } from './migrations/0013-old-keys-and-level-hours.ts';
import { heartbeats } from './migrations/0014-heartbeats.ts';
import { evidence } from './migrations/0015-evidence.ts';
import { frigate } from './migrations/0016-frigate.ts';
import { incidents } from './migrations/0017-incidents.ts';
import { escalation } from './migrations/0018-escalation.ts';
import { drills } from './migrations/0019-drills.ts';
import { roles } from './migrations/0020-roles.ts';
import { audit } from './migrations/0021-audit.ts';
import { apiTokens } from './migrations/0025-api-tokens.ts';
import { auditReads } from './migrations/0027-audit-reads.ts';
import { evidenceArchives } from './migrations/0028-evidence-archives.ts';
import { secondFactor } from './migrations/0029-second-factor.ts';
import { invitations } from './migrations/0030-invitations.ts';
import { clearRequest } from './migrations/0031-clear-request.ts';
import { lastBackup } from './migrations/0032-last-backup.ts';
import { signedOutAt } from './migrations/0033-signed-out-at.ts';
import type { SchemaChange } from './schema-change.ts';

const changes: Record<string, SchemaChange> = {
  '0001-detections': detections,
  '0002-accounts': accounts,
  '0003-devices': devices,
  '0004-contact': contact,
  '0005-hour-counters': hourCounters,
  '0006-series': series,
  '0007-revocations': revocations,
  '0008-shared-limits': sharedLimits,
  '0009-shared-settings': sharedSettings,
  '0010-frame-folder': frameFolder,
  '0011-familiar-networks': familiarNetworks,
  '0012-other-labels': otherLabels,
  '0013-old-keys-and-level-hours': oldKeysAndLevelHours,
  '0014-heartbeats': heartbeats,
  '0015-evidence': evidence,
  '0016-frigate': frigate,
  '0017-incidents': incidents,
  '0018-escalation': escalation,
  '0019-drills': drills,
  '0020-roles': roles,
  '0021-audit': audit,
  '0025-api-tokens': apiTokens,
  '0027-audit-reads': auditReads,
  '0028-evidence-archives': evidenceArchives,
  '0029-second-factor': secondFactor,
  '0030-invitations': invitations,
  '0031-clear-request': clearRequest,
  '0032-last-backup': lastBackup,
  '0033-signed-out-at': signedOutAt,
};

/** Migrates the schema under a lock of the database. Throws the error of a failed migration, which is rolled back. */
export async function migrate(database: Database): Promise<void> {
  const migrations: Record<string, Migration> = {};
  for (const [name, change] of Object.entries(changes)) {
    migrations[name] = { up: (kysely) => change({ ...database, kysely }) };
  }
  const migrator = new Migrator({ db: database.kysely, provider: { getMigrations: async () => migrations } });
  // Kysely wraps the changes in a transaction on PostgreSQL only.
  if (database.dialect === 'sqlite') database.sqlite.exec('begin immediate');
  const { error } = await migrator.migrateToLatest();
  if (database.dialect === 'sqlite') database.sqlite.exec(error === undefined ? 'commit' : 'rollback');
  if (error !== undefined) throw error;
}
