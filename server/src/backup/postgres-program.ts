import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs pg_dump or pg_restore. The password is passed in a file, because all users of the machine can read arguments.
 * @throws the program's error output when it fails
 */
export async function runPostgresProgram(options: {
  program: 'pg_dump' | 'pg_restore';
  args: readonly string[];
  /** Of the database; absent when the program needs none. */
  url?: string;
}): Promise<void> {
  const { program, args, url } = options;
  const folder = mkdtempSync(join(tmpdir(), 'vedette-backup-'));
  try {
    const database = url === undefined ? [] : [`--dbname=${withPasswordFile(url, join(folder, 'password'))}`];
    await run(program, [...database, ...args]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function withPasswordFile(url: string, file: string): string {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  writeFileSync(file, `*:*:*:*:${password.replaceAll(/[\\:]/g, '\\$&')}\n`, { mode: 0o600 });
  address.password = '';
  address.searchParams.set('passfile', file);
  return address.href;
}

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = `${program} is not installed (Debian: apt-get install postgresql-client).`;
      reject(error.code === 'ENOENT' ? new Error(missing) : error);
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} failed: ${output.trim()}`));
    });
  });
}
