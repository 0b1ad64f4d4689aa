import { hostname } from 'node:os';
import { announce } from './announce.ts';
import { buildApp } from './app.ts';
import { recordStart } from './audit/record-start.ts';
import type { Config } from './config.ts';
import { lockDataFolder, openDataFolder } from './data-folder.ts';
import { buildDependencies, type Dependencies, type Overrides } from './dependencies.ts';
import { releaseReserveToStart } from './disk/disk-reserve.ts';
import type { Api } from './http/api.ts';
import { unwiseAtStart } from './settings/duty-checks.ts';

export type OpenServer = {
  app: Api;
  /** Begins to answer, and prints the address. */
  listen: () => Promise<void>;
  /** Call after the app has closed. Before each part is closed, `onStep` gets the names of the remaining ones. */
  closeParts: (onStep?: (left: readonly string[]) => void) => Promise<void>;
};

/** A whole server on the data folder of these settings, which it holds for itself until it is closed. */
export async function openServer(config: Config, overrides: Overrides = {}): Promise<OpenServer> {
  openDataFolder(config.dataDir);
  releaseReserveToStart(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  const dependencies = await buildDependencies(config, overrides);
  const app = await buildApp(dependencies);
  return {
    app,
    listen: async () => {
      await app.listen({ host: config.host, port: config.port });
      await recordStartOf(dependencies);
      const { any, anyAdministrator } = dependencies.accountStore;
      const unwise = unwiseAtStart((await dependencies.settings?.checkDuty()) ?? []);
      announce(app, { config, hasAccounts: await any(), hasAdministrator: await anyAdministrator(), unwise });
    },
    closeParts: async (onStep) => {
      await dependencies.close(onStep);
      lock.release();
    },
  };
}

/** A server starts also where the audit log takes no entry, such as on a full disk. */
async function recordStartOf({ config, database, now, log }: Dependencies): Promise<void> {
  const { port, settings } = config;
  try {
    await recordStart(database.kysely, { name: `${hostname()}:${port}`, settings, now });
  } catch (err) {
    log.warn({ err }, 'the start of the server is not in the audit log');
  }
}
