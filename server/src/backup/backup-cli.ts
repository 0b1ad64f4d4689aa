import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { backUp, recordSuccess, restore } from './back-up.ts';
import { FRAME_LIST } from './manifest.ts';
import type { Verified } from './verify.ts';

// npm run backup -- <new folder>        beside a running server
// npm run restore -- <folder>           while no server runs, into an empty data folder or database
// Both use the same settings as the server.
const USAGE = 'Usage: npm run backup -- <new folder>   or   npm run restore -- <folder of a backup>';

const print = (line: string) => console.log(line);

try {
  const { command, folder } = readArguments();
  const settings = readConfig();
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  if (command === 'backup') {
    const parts = { settings: settings.config, now: Date.now() };
    const verified = await backUp({ ...parts, folder, print });
    report('Backed up', verified);
    // A backup of a full disk or of an older version is whole, although nothing can be written beside it.
    await recordSuccess({ ...parts, counts: verified }).catch(({ message }) =>
      print(`The server does not know of this backup: ${message}`),
    );
    const { objectStore } = settings.config;
    if (objectStore !== undefined) {
      print(
        `The frames are not in it: back up the bucket ${objectStore.bucket} after it, with what ${FRAME_LIST} lists.`,
      );
    }
    if (settings.config.sessionSecret !== undefined) print('SESSION_SECRET is a setting: keep it with your settings.');
  } else {
    report('Restored', await restore({ settings: settings.config, folder, print }));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, folder, ...rest] = positionals;
  if ((command !== 'backup' && command !== 'restore') || folder === undefined || rest.length > 0)
    throw new Error(USAGE);
  return { command, folder };
}

/** Prints the verified counts, and throws for damaged frames, so that a nightly job fails. */
function report(done: string, { detections, frames, damaged }: Verified) {
  const intact = (frames - damaged.length).toLocaleString('en');
  print(
    `${done}: ${detections.toLocaleString('en')} detections, counters equal to a full count, ${intact} frames as they were received.`,
  );
  if (damaged.length === 0) return;
  throw new Error(`Frames of ${damaged.length} detections are missing or damaged: ${damaged.slice(0, 100).join(', ')}`);
}
