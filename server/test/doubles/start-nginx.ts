import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { inRepository } from '../../../scripts/repository/image-steps.ts';
import { emptyFolder } from '../data/empty-folder.ts';

const SITE = inRepository('deploy/nginx/vedette.conf');
const SERVERS = 'deploy/nginx/servers.conf';
const SERVER_LINE = /^ {4}server ([^ ]+) .*$/gm;
/** Debian installs nginx outside the PATH of ordinary users. */
const PROGRAM = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';

type NginxSite = {
  port: number;
  /** The port that redirects to https; absent: a port that the test does not use. */
  redirectPort?: number;
  certificate?: { file: string; key: string };
};

/**
 * Starts a real nginx with the site of `deploy/`. Only the operator's settings differ: addresses and file names, and no
 * https because there is no certificate. It is stopped when the test has finished.
 * @param options.port its port on the loopback
 * @param options.servers addresses and ports of the two servers behind it
 */
export async function startNginx(options: NginxSite & { servers: readonly string[] }) {
  const folder = emptyFolder();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, mainFile(folder));
  writeFileSync(join(folder, 'site.conf'), site({ ...options, folder }));
  writeFileSync(join(folder, 'servers.conf'), upstream(options.servers));

  const args = ['-p', folder, '-c', file];
  execFileSync(PROGRAM, [...args, '-t', '-q'], { stdio: 'pipe' });
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  while (!(await listens(options.port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
  }
  return { accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8') };
}

/** The minimal main configuration of a distribution. */
function mainFile(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    `http { ${temporary.join(' ')} include ${folder}/servers.conf; include ${folder}/site.conf; }`,
  ].join('\n');
}

/** The addresses in an upstream block of nginx. */
export function placesIn(file: string): string[] {
  return [...readFileSync(inRepository(file), 'utf8').matchAll(SERVER_LINE)].map(([, place = '']) => place);
}

function upstream(places: readonly string[]): string {
  const given = placesIn(SERVERS);
  if (given.length !== places.length) throw new Error(`${SERVERS} names ${given.length} servers`);
  let next = 0;
  return readFileSync(inRepository(SERVERS), 'utf8').replace(SERVER_LINE, (line, place) =>
    line.replace(place, places[next++] ?? ''),
  );
}

function site({ folder, port, redirectPort, certificate }: NginxSite & { folder: string }): string {
  const redirect = redirectPort === undefined ? `unix:${folder}/redirect` : `127.0.0.1:${redirectPort}`;
  const { file, key } = certificate ?? { file: '', key: '' };
  const edits: [from: string, to: string][] = [
    ['    listen 80;\n    listen [::]:80;\n', `listen ${redirect};\n`],
    ['    listen 443 ssl http2;\n', `listen 127.0.0.1:${port}${certificate === undefined ? '' : ' ssl http2'};\n`],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['/var/log/nginx/access.log', `${folder}/access.log`],
    ['    ssl_certificate /etc/nginx/certificates/vedette.pem;\n', file === '' ? '' : `ssl_certificate ${file};\n`],
    [
      '    ssl_certificate_key /etc/nginx/certificates/vedette.key;\n',
      key === '' ? '' : `ssl_certificate_key ${key};\n`,
    ],
  ];
  return edits.reduce((text, [from, to]) => replaced(text, from, to), readFileSync(SITE, 'utf8'));
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`not in the file: ${from}`);
  return text.replace(from, to);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.on('connect', () => resolve(true)).on('error', () => resolve(false));
    probe.on('connect', () => probe.destroy());
  });
}
