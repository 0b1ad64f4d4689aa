import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../processes/free-port.mjs';

const isRoot = process.getuid?.() === 0;
/** Debian installs it outside the PATH of ordinary users. */
const program = existsSync('/usr/sbin/mosquitto') ? '/usr/sbin/mosquitto' : 'mosquitto';
const user = { username: 'vedette', password: 'p@ss:word' };

/**
 * Starts a mosquitto on free ports of the loopback, in a temporary folder. It asks for user and password.
 *
 * url, tlsUrl: its addresses with them; certificate: the file to trust; end: SIGTERM makes it save what it keeps for its
 * clients; log: what it has written so far
 */
export async function startMosquitto() {
  const folder = mkdtempSync(path.join(tmpdir(), 'vedette-mosquitto-'));
  const [port, tlsPort] = [await freePort(), await freePort()];
  /** @param {string} name */
  const file = (name) => path.join(folder, name);
  makeCertificate(file('key.pem'), file('certificate.pem'));
  execFileSync('mosquitto_passwd', ['-c', '-b', file('passwords'), user.username, user.password], { stdio: 'pipe' });
  const settings = [
    `listener ${port} 127.0.0.1`,
    `listener ${tlsPort} 127.0.0.1`,
    `certfile ${file('certificate.pem')}`,
    `keyfile ${file('key.pem')}`,
    `password_file ${file('passwords')}`,
    'allow_anonymous false',
    'persistence true',
    `persistence_location ${folder}/`,
    'log_dest stderr',
    'log_type all',
    // Otherwise it changes to a user that may not read the folder.
    ...(isRoot ? ['user root'] : []),
  ];
  writeFileSync(file('mosquitto.conf'), `${settings.join('\n')}\n`);

  let log = '';
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;

  async function start() {
    const started = spawn(program, ['-c', file('mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    started.stderr.on('data', (chunk) => {
      log += String(chunk);
    });
    while (!(await listens(port))) {
      if (started.exitCode !== null) throw new Error(`mosquitto ended: ${log}`);
      await pause(20);
    }
  }

  /** @param {'SIGTERM' | 'SIGKILL'} signal */
  async function end(signal) {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'close');
    child.kill(signal);
    await exit;
  }

  await start();
  const login = `${user.username}:${encodeURIComponent(user.password)}`;
  return {
    ...{ ...user, port, start, end },
    url: `mqtt://${login}@127.0.0.1:${port}`,
    tlsUrl: `mqtts://${login}@localhost:${tlsPort}`,
    certificate: file('certificate.pem'),
    log: () => log,
    async stop() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} key
 * @param {string} certificate
 */
function makeCertificate(key, certificate) {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function listens(port) {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.on('error', () => resolve(false));
    probe.on('connect', () => {
      probe.destroy();
      resolve(true);
    });
  });
}
