import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ALLOWED_EMAIL_DOMAINS_DEFAULT } from '@vedette/contract/public-config';
import { siteCameras } from './cameras.ts';
import { type Flags, readFlags, USAGE } from './flags.ts';
import { DEMO_EMAIL_DOMAIN, signIn } from './guard-account.ts';
import { patrol } from './patrol.ts';
import { progressPrinter } from './progress.ts';
import { type RegisteredCamera, registerCameras } from './registered-devices.ts';
import { startServer } from './server-process.ts';

async function demo(flags: Flags, signal: AbortSignal): Promise<number> {
  const dataDir = path.resolve(process.env.DATA_DIR ?? 'data/demo');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const server = await startServer({ port: flags.port, dataDir, environment: demoEnvironment() });
  const ending = AbortSignal.any([signal, server.ended]);
  try {
    const origin = process.env.PUBLIC_URL ?? server.url;
    const { api, account } = await signIn({ url: server.url, origin, dataDir });
    const cameras = await registerCameras(api, siteCameras(flags.devices), dataDir);
    console.log(`\n  Vedette demo  ${origin}\n  Email         ${account.email}\n  Password      ${account.password}\n`);
    console.log(
      `  ${flags.devices} cameras, ${flags.rate} reports per second, data and log in ${dataDir}. Ctrl-C ends it.\n`,
    );
    await reportUntil(ending, { cameras, url: server.url, rate: flags.rate });
  } finally {
    await server.stop();
  }
  return server.exitCode();
}

/** The usual environment of the server, with the domain of the demo's account allowed. */
function demoEnvironment(): NodeJS.ProcessEnv {
  const domains = process.env.ALLOWED_EMAIL_DOMAINS ?? ALLOWED_EMAIL_DOMAINS_DEFAULT.join(',');
  return { ...process.env, ALLOWED_EMAIL_DOMAINS: `${domains},${DEMO_EMAIL_DOMAIN}` };
}

async function reportUntil(signal: AbortSignal, options: { cameras: RegisteredCamera[]; url: string; rate: number }) {
  const progress = progressPrinter(options.rate, console.log);
  await patrol(options.cameras, { ...options, signal, stored: progress.stored });
  progress.stop();
}

function flagsOrUsage(): Flags | undefined {
  try {
    return readFlags(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return undefined;
  }
}

// Both signals may arrive twice, from the terminal and from npm; the demo ends once.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

const flags = flagsOrUsage();
try {
  process.exitCode = flags ? await demo(flags, stopping.signal) : 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
