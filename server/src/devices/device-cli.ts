import { parseArgs } from 'node:util';
import { NewDevice } from '@vedette/contract/device';
import { Ajv } from 'ajv';
import { withDatabase } from '../with-database.ts';
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

function addDevice(device: NewDevice) {
  return withDatabase(async (database) => {
    const store = deviceStore(database.kysely);
    return presentNewDevice(await registerDevice({ store, now: Date.now, by: CONSOLE }, device));
  });
}
