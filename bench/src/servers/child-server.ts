import { mkdirSync } from 'node:fs';
import { type Api, call } from '@vedette/demo/api';
import { DEMO_EMAIL_DOMAIN, signIn } from '@vedette/demo/guard-account';
import { registerCameras } from '@vedette/demo/registered-devices';
import { type ServerProcess, startServer } from '@vedette/demo/server-process';
import { freePort } from '../../../scripts/processes/free-port.mjs';

/** The built product with a signed-in guard and a registered device. */
export type ChildServer = ServerProcess & {
  port: number;
  guard: Api;
  device: { id: string; key: string };
};

export type ServerSettings = {
  dataDir: string;
  databaseUrl?: string;
  port?: number;
  retentionDays?: number;
  /** Additional environment variables of this server. */
  environment?: NodeJS.ProcessEnv;
  /** Arguments of Node; absent: the built product. */
  program?: readonly string[];
};

/** A data folder that was used before keeps its guard and device. */
export async function startChildServer(settings: ServerSettings): Promise<ChildServer> {
  const { dataDir } = settings;
  mkdirSync(dataDir, { recursive: true });
  const port = settings.port ?? (await freePort());
  const server = await startServer({
    port,
    dataDir,
    environment: serverEnvironment(settings),
    program: settings.program,
  });
  try {
    const { api: guard } = await signIn({ url: server.url, origin: server.url, dataDir });
    const camera = {
      name: 'Bench camera',
      location: 'North Gate',
      place: 'gate',
      hardware: 'none',
      annotates: true,
    } as const;
    const [registered] = await registerCameras(guard, [camera], dataDir);
    return { ...server, port, guard, device: { id: registered?.deviceId ?? '', key: registered?.key ?? '' } };
  } catch (error) {
    await server.kill();
    throw error;
  }
}

/** Starts another server on the same database, with the same guard and device. */
export async function startNeighbour(
  of: ChildServer,
  settings: Required<Pick<ServerSettings, 'dataDir' | 'databaseUrl'>> & Pick<ServerSettings, 'port' | 'environment'>,
): Promise<ChildServer> {
  const { dataDir } = settings;
  mkdirSync(dataDir, { recursive: true });
  const port = settings.port ?? (await freePort());
  const server = await startServer({ port, dataDir, environment: serverEnvironment(settings) });
  return { ...of, ...server, port, guard: { ...of.guard, url: server.url, origin: server.url } };
}

/** The environment without the settings that the user has for another server. */
export function serverEnvironment(settings: Omit<ServerSettings, 'dataDir' | 'port' | 'program'>): NodeJS.ProcessEnv {
  const { databaseUrl, retentionDays = 0, environment } = settings;
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DEVICE_RATE_LIMIT: '0',
    RETENTION_DAYS: String(retentionDays),
    ALLOWED_EMAIL_DOMAINS: DEMO_EMAIL_DOMAIN,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, SESSION_SECRET: 'shared by all servers of one database' }),
    ...environment,
  };
}

/** One response to a request of the guard. */
export async function read(guard: Api, path: string): Promise<unknown> {
  return (await call(guard, { method: 'GET', path })).json;
}
