import { join } from 'node:path';
import { sessionSecret } from '../accounts/sessions/session-secret.ts';
import { ensureActiveThreatIndex } from '../db/active-threat-index.ts';
import type { DatabaseAddress } from '../db/database.ts';
import { type Database, databaseAddress, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { OtherServers } from '../db/other-servers.ts';
import { NO_OTHER_SERVERS } from '../db/other-servers.ts';
import { type DiskReserve, NO_RESERVE, openDiskReserve } from '../disk/disk-reserve.ts';
import type { FrameLocation } from '../frames/frame-store.ts';
import { refuseLostRows } from '../frames/segments/lost-rows.ts';
import { registerServer } from '../server-registration.ts';
import type { Basics, Closing } from './part.ts';

export type DatabaseParts = {
  address: DatabaseAddress;
  /** Where frames are stored. */
  frameLocation: FrameLocation;
  disk: DiskReserve;
  database: Database;
  /** The secret that signs session cookies. */
  secret: string;
  others: OtherServers;
  closing: Closing;
};

/** Opens the data folder and the database, migrates its schema, and connects to the other servers on it. */
export async function openDatabaseParts({ config, log }: Basics): Promise<DatabaseParts> {
  const address = databaseAddress(config.dataDir, config.databaseUrl);
  const disk = address.dialect === 'sqlite' ? openDiskReserve({ dataDir: config.dataDir, log }) : NO_RESERVE;
  const frameLocation = { directory: join(config.dataDir, 'frames'), objectStore: config.objectStore };
  if (address.dialect === 'sqlite' && config.objectStore === undefined)
    refuseLostRows({ ...address, ...frameLocation });
  const database = openDatabase(address);
  await migrate(database);
  const secret = sessionSecret(config.dataDir, config.sessionSecret);
  if (address.dialect === 'sqlite') await ensureActiveThreatIndex(database, { level: config.activeThreatLevel });
  const others =
    address.dialect === 'sqlite'
      ? NO_OTHER_SERVERS
      : await registerServer({ database, url: address.url, config, secret, log });
  return {
    ...{ address, frameLocation, disk, database, secret, others },
    closing: [
      ['the disk reserve', disk.stop],
      ['the connection to other servers', others.stop],
      ['the database', database.close],
    ],
  };
}
