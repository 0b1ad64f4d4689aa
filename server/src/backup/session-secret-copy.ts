import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'session-secret';

/** Copies the secret, so that sessions stay valid. It does not exist when SESSION_SECRET is set. */
export function copySessionSecret({ from, to }: { from: string; to: string }): void {
  if (existsSync(join(from, FILE))) copyFileSync(join(from, FILE), join(to, FILE));
}

/** @throws when the data folder has another secret, which a server may be using */
export function refuseOtherSecret({ backup, dataDir }: { backup: string; dataDir: string }): void {
  const [kept, there] = [join(backup, FILE), join(dataDir, FILE)];
  if (!existsSync(kept) || !existsSync(there)) return;
  if (readFileSync(kept, 'utf8') === readFileSync(there, 'utf8')) return;
  throw new Error(`${there} is not the backup's: restore into a new data folder, or move the file away.`);
}
