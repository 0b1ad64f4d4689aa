import { parseArgs } from 'node:util';
import { NewDevice } from '@vedette/contract/device';
import { Ajv } from 'ajv';
import { readConfig } from '../config.ts';
import { openDataFolder } from '../data-folder.ts';
import { databaseAddress, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { registerDevice } from './devices.actions.ts';
import { presentNewDevice } from './devices.present.ts';
import { deviceStore } from './devices.store.ts';

// npm run device -- add <name> [--location <place>]
// For machines without a screen. It uses the server's settings, and may run beside the server. It prints JSON.
const USAGE = 'Usage: npm run device -- add <name> [--location <place>]';

/** Who may run it is up to the machine. */
const CONSOLE = { id: null, name: 'console' };

try {
  console.log(JSON.stringify(await addDevice(readArguments()), undefined, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments(): NewDevice {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { location: { type: 'string' } } });
  const [command, name, ...rest] = positionals;
  if (command !== 'add' || name === undefined || rest.length > 0) throw new Error(USAGE);
  const device: NewDevice = { name, ...(values.location === undefined ? {} : { location: values.location }) };
  const check = new Ajv({ strict: false }).compile(NewDevice);
  if (!check(device)) throw new Error(`The name or the location is empty or too long.\n${USAGE}`);
  return device;
}

async function addDevice(device: NewDevice) {
  const settings = readConfig();
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  const { dataDir, databaseUrl } = settings.config;
  openDataFolder(dataDir);
  const database = openDatabase(databaseAddress(dataDir, databaseUrl));
  try {
    await migrate(database);
    const store = deviceStore(database.kysely);
    return presentNewDevice(await registerDevice({ store, now: Date.now, by: CONSOLE }, device));
  } finally {
    await database.close();
  }
}
