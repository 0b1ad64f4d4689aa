import { type Config, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { type Database, databaseAddress, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';

/** Runs a command on the database of the server's settings, beside which a server may run. Throws the mistakes of the settings. */
export async function withDatabase<Result>(
  run: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const settings = readConfig();
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  const { dataDir, databaseUrl } = settings.config;
  openDataFolder(dataDir);
  const database = openDatabase(databaseAddress(dataDir, databaseUrl));
  try {
    await migrate(database);
    return await run(database, settings.config);
  } finally {
    await database.close();
  }
}
