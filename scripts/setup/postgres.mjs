import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../processes/free-port.mjs';
import { run } from '../processes/run.mjs';

const isRoot = process.getuid?.() === 0;
const debianInstalls = '/usr/lib/postgresql';

/** The folder with initdb and pg_ctl, which Debian does not add to the PATH; undefined without a PostgreSQL server. */
export function findPostgres() {
  const debian = existsSync(debianInstalls) ? readdirSync(debianInstalls).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...debian.map((version) => path.join(debianInstalls, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/**
 * Starts a PostgreSQL server on a free port of the loopback, in a temporary folder. It is stopped by `stop()`, and at the
 * latest when this process exits.
 * @param {{ durable?: boolean }} [options]  false: nothing is synced, for databases that need not survive a power cut
 * @returns {Promise<{ url: string, folder: string, restart(mode: 'fast' | 'immediate'): Promise<void>, stop(): Promise<void> }>}
 *   url: the address with a superuser; `immediate`: simulates a crash
 */
export async function startPostgres({ durable = true } = {}) {
  const programs = findPostgres();
  if (!programs) throw new Error('No PostgreSQL server is installed (Debian: apt-get install postgresql).');

  // PostgreSQL refuses to run as root, so root runs it as `postgres`, in a folder that this user can access.
  const folder = mkdtempSync(path.join(isRoot ? '/tmp' : tmpdir(), 'vedette-postgres-'));
  const data = path.join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (isRoot) spawnSync('chown', ['-R', 'postgres:', folder]);

  /** @type {(program: string, args: string[]) => [string, string[]]} */
  const asOwner = (program, args) => {
    const file = path.join(programs, program);
    return isRoot ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, args];
  };
  /** @param {string} mode */
  const stopNow = (mode) => {
    process.off('exit', onExit);
    const [command, args] = asOwner('pg_ctl', ['stop', '-D', data, '-m', mode, '-w']);
    spawnSync(command, args, { cwd: folder });
    rmSync(folder, { recursive: true, force: true });
  };
  const onExit = () => stopNow('immediate');
  process.on('exit', onExit);

  /** @type {(program: string, args: string[]) => Promise<void>} */
  const command = async (program, args) => {
    const [file, fileArgs] = asOwner(program, args);
    const { code, stdout } = await run(file, fileArgs, { quiet: true, cwd: folder });
    if (code !== 0) throw new Error(`${program} failed:\n${stdout}`);
  };
  try {
    await command('initdb', [
      ...['-D', data, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256'],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    ]);
    const port = await freePort();
    const durability = durable ? '' : ' -c fsync=off -c full_page_writes=off';
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200${durability}`;
    const log = path.join(folder, 'log');
    await command('pg_ctl', ['start', '-D', data, '-w', '-l', log, '-o', settings]);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      folder,
      restart: (mode) => command('pg_ctl', ['restart', '-D', data, '-m', mode, '-w', '-l', log, '-o', settings]),
      stop: async () => stopNow('fast'),
    };
  } catch (error) {
    stopNow('immediate');
    throw error;
  }
}
