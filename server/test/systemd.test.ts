import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imageStages, inRepository, wordsOf } from '../../scripts/repository/image-steps.ts';
import { emptyFolder } from './data/empty-folder.ts';
import { placesIn } from './doubles/start-nginx.ts';
import { environmentOf, mistakesIn } from './servers/known-settings.ts';

const read = (file: string) => readFileSync(inRepository(`deploy/${file}`), 'utf8');

describe('the systemd unit', () => {
  const unit = read('vedette@.service');
  const given = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));

  test('starts the built server, with known and valid settings', () => {
    const program = wordsOf(imageStages().at(-1) ?? expect.fail('no stages'), 'CMD')[1];
    expect(unit).toContain(`ExecStart=/usr/bin/node /opt/vedette/${program}\n`);
    const [place = ''] = placesIn('deploy/nginx/servers.conf');
    const port = place.split(':')[1] ?? '';
    const { NODE_ENV, ...settings } = environmentOf(given.join('\n').replaceAll('%i', port));
    expect(NODE_ENV).toBe('production');
    expect(mistakesIn({ ...environmentOf(read('vedette.env')), ...settings })).toEqual([]);
    expect(settings).toMatchObject({ PORT: port, DATA_DIR: `/var/lib/vedette/${port}` });
    expect(unit).toContain('StateDirectory=vedette/%i\n');
    expect(unit).toContain(`vedette@${port} `);
  });

  test('is valid for systemd where systemd is installed', () => {
    const file = join(emptyFolder(), 'vedette@8081.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const known = new Set(['Unit', 'Service', 'Install']);
    const sections = [...unit.matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name ?? '');
    expect(sections.filter((name) => !known.has(name))).toEqual([]);
    if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return;
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(stderr).not.toContain('vedette');
    // The exposure level of systemd-analyze, in tenths: up to 2.0 is low.
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], { stdio: 'pipe' });
  });
});
