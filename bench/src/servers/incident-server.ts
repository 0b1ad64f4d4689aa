import { readConfig } from '../../../server/src/config.ts';
import { openServer } from '../../../server/src/open-server.ts';
import { stopOnSignal } from '../../../server/src/stop-on-signal.ts';

/** The product, or, with the argument `without`, the product that keeps no incidents. */
const settings = readConfig();
if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
const { app, listen, closeParts } = await openServer(settings.config, { keepIncidents: process.argv[2] !== 'without' });
stopOnSignal(app, closeParts);
await listen();
