import { readConfig } from './config.ts';
import { openServer } from './open-server.ts';
import { stopOnSignal } from './stop-on-signal.ts';

// Output that goes to a full disk, or to a program that has ended, must not end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

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

/** Connecting to a host name with several addresses fails with an AggregateError, which has no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
