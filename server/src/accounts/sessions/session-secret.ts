import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that signs session cookies: from the settings, or generated at the first start and kept in the data folder. */
export function sessionSecret(dataDir: string, fromSettings: string | undefined): string {
  if (fromSettings !== undefined) return fromSettings;
  const file = join(dataDir, 'session-secret');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    syncName(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} is damaged: remove it, and everybody signs in again`);
  return secret;
}

/** A new file's name is durable once its folder is synced. */
function syncName(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
