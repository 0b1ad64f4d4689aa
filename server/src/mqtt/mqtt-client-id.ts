import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads or creates the client id. It is stable, so that the broker keeps messages for the server while it is down. */
export function mqttClientId(dataDir: string): string {
  const file = join(dataDir, 'mqtt-client-id');
  try {
    writeFileSync(file, `vedette-${randomBytes(8).toString('hex')}\n`, { flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const id = readFileSync(file, 'utf8').trim();
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`${file} is damaged: remove it`);
  return id;
}
