import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { imageStages, inRepository } from '../../scripts/repository/image-steps.ts';
import { placesIn } from './doubles/start-nginx.ts';
import { environmentOf, mistakesIn } from './servers/known-settings.ts';

const read = (file: string) => readFileSync(inRepository(`deploy/${file}`), 'utf8');

type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown> | string[];
  volumes?: string[];
  networks: Record<string, { ipv4_address: string }> | string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

describe('the compose file', () => {
  const text = read('compose/compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as Compose;
  const servers = [services.north, services.south].map((service) => service ?? expect.fail('no such server'));

  test('gives both servers the same settings, all known and valid', () => {
    const [north, south] = servers;
    expect(north?.environment).toEqual(south?.environment);
    const given = environmentOf(read('compose/example.env'));
    const filledIn = Object.entries(north?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)[^}]*\}/g, (_, variable) => given[variable] ?? expect.fail(`${variable} is not given`)),
    ]);
    const { SMTP_URL: _, ...settings } = Object.fromEntries(filledIn);
    expect(mistakesIn(settings)).toEqual([]);
  });

  test('uses exactly the names of the example', () => {
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect([...asked].sort()).toEqual(Object.keys(environmentOf(read('compose/example.env'))).sort());
  });

  test('names only files that exist', () => {
    const [north] = servers;
    expect(
      existsSync(inRepository(join('deploy/compose', north?.build?.context ?? '', north?.build?.dockerfile ?? ''))),
    ).toBe(true);
    for (const { volumes: mounts = [], depends_on = {} } of Object.values(services)) {
      for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
        // The operator provides the certificate.
        if (source === './certificates') continue;
        const found = source.startsWith('.')
          ? existsSync(inRepository(join('deploy/compose', source)))
          : source in volumes;
        expect([source, found]).toEqual([source, true]);
      }
      const needs = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      expect(needs.filter((name) => !(name in services))).toEqual([]);
    }
    expect(Object.values(services).filter(({ image }) => image.endsWith(':latest'))).toEqual([]);
  });

  test('gives nginx the addresses of the servers', () => {
    const last = imageStages().at(-1);
    const port = last?.steps.find(({ instruction }) => instruction === 'EXPOSE')?.text;
    const places = servers.map(({ networks }) => `${'inside' in networks && networks.inside?.ipv4_address}:${port}`);
    expect(placesIn('deploy/compose/servers.conf')).toEqual(places);
    const withoutPlaces = (file: string) => read(file).replace(/server [\d.:]+/g, 'server');
    expect(withoutPlaces('compose/servers.conf')).toBe(withoutPlaces('nginx/servers.conf'));
  });
});
