import { readConfig } from './config.ts';
import { openServer } from './open-server.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const settings = readConfig();
if ('mistakes' in settings) refuse(['The settings have mistakes:', ...settings.mistakes].join('\n  '));
const { config } = settings;

try {
  const { app, listen, closeParts } = await openServer(config);
  stopOnSignal(app, closeParts);
  await listen();
} catch (error) {
  refuse(`Vedette cannot start: ${reasonOf(error)}`);
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** A name with several addresses fails once for each of them, and the sum has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
