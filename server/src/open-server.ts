import { announce } from './announce.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { lockDataFolder, openDataFolder } from './data-folder.ts';
import { buildDependencies } from './dependencies.ts';
import type { Api } from './http/api.ts';

export type OpenServer = {
  app: Api;
  /** From now on it answers, and has told where. */
  listen: () => Promise<void>;
  /** After the app has closed: what is below it. `onStep` hears, before each part is ended, which are left. */
  closeParts: (onStep?: (left: readonly string[]) => void) => Promise<void>;
};

/** A whole server on the data folder of these settings, which it holds for itself until it is closed. */
export async function openServer(config: Config): Promise<OpenServer> {
  openDataFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  const dependencies = await buildDependencies(config);
  const app = await buildApp(dependencies);
  return {
    app,
    listen: async () => {
      await app.listen({ host: config.host, port: config.port });
      announce(app, { config, hasAccounts: await dependencies.accountStore.any() });
    },
    closeParts: async (onStep) => {
      await dependencies.close(onStep);
      lock.release();
    },
  };
}
