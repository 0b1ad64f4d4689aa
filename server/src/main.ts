import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { lockDataFolder } from './data-folder.ts';
import { buildDependencies } from './dependencies.ts';
import { ownOrigins } from './http/own-origin.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const settings = readConfig();
if ('mistakes' in settings)
  refuse(['The settings have mistakes:', ...settings.mistakes.map((mistake) => `  ${mistake}`)]);
const { config } = settings;

try {
  const lock = lockDataFolder(config.dataDir);
  const dependencies = await buildDependencies(config);
  const app = await buildApp(dependencies);
  await app.listen({ host: config.host, port: config.port });

  stopOnSignal(app, async () => {
    await dependencies.close();
    lock.release();
  });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port;
  const [address] = ownOrigins({ ...config, port });
  console.log(`Vedette is running at ${address}`);
  console.log(
    `Make the first account at ${address}/auth (Sign Up, with an address at ${config.allowedEmailDomains.join(', ')})`,
  );
} catch (error) {
  refuse([`Vedette cannot start: ${error instanceof Error ? error.message : error}`]);
}

function refuse(lines: string[]): never {
  console.error(lines.join('\n'));
  process.exit(1);
}
