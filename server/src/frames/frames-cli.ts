import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { lockDataFolder } from '../data-folder.ts';
import { databaseAddress, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { setAside } from './segments/set-aside.ts';

// npm run frames -- set-aside      while no server runs; with the same settings as the server
const USAGE = 'Usage: npm run frames -- set-aside';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== 'set-aside') throw new Error(USAGE);
  const settings = readConfig();
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  const { dataDir, databaseUrl, objectStore } = settings.config;
  if (databaseUrl !== undefined || objectStore !== undefined) {
    throw new Error('Only frames in the data folder, beside the embedded database, can be set aside.');
  }
  await setFramesAside(dataDir);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function setFramesAside(dataDir: string): Promise<void> {
  const lock = lockDataFolder(dataDir);
  const database = openDatabase(databaseAddress(dataDir, undefined));
  try {
    await migrate(database);
    const folder = join(dataDir, `frames-set-aside-${new Date().toISOString().replaceAll(':', '-')}`);
    const { files, bytes } = await setAside({ kysely: database.kysely, directory: join(dataDir, 'frames'), folder });
    console.log(`Set aside: ${files} files, ${bytes.toLocaleString('en')} bytes, in ${folder}.`);
    console.log('Each file is JPEGs one after the other. Nothing was deleted; the server can be started.');
  } finally {
    await database.close();
    lock.release();
  }
}
