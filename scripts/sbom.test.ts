import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from './processes/run.mjs';
import { inRepository } from './repository/repository.mjs';

/** Licences that allow use, change and redistribution. */
const FREE = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['OFL-1.1', 'Python-2.0', 'LGPL-3.0-or-later', 'MPL-2.0'],
]);

type Component = {
  name: string;
  version: string;
  purl: string;
  scope: string;
  licenses: { expression?: string; license?: { id: string } }[];
  hashes: { content: string }[];
};
type Bill = {
  bomFormat: string;
  specVersion: string;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

async function makeBill(): Promise<Bill> {
  const { code, stdout } = await run(process.execPath, [inRepository('scripts/sbom.mjs')], { quiet: true });
  expect(code, stdout).toBe(0);
  return JSON.parse(readFileSync(inRepository('dist/sbom/vedette.cdx.json'), 'utf8')) as Bill;
}

it('contains every production package with a free licence and its checksum', async () => {
  const { bomFormat, components, dependencies } = await makeBill();
  expect(bomFormat).toBe('CycloneDX');

  // Follows the dependencies of the delivered workspaces through the installed packages.
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const missing = installedFor(['server', 'contract', 'web']).filter((id) => !listed.has(id));
  expect(missing).toEqual([]);
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((id) => !listed.has(id))).toEqual([]);

  const notFree = components.filter(({ licenses }) => !licenses.some(isFree));
  expect(notFree.map(({ name, licenses }) => [name, licenses])).toEqual([]);
  expect(components.filter(({ hashes }) => hashes[0]?.content.length !== 128).map(({ name }) => name)).toEqual([]);
});

it('contains no data of the machine that created it', async () => {
  const text = JSON.stringify(await makeBill());
  expect(text).not.toContain(inRepository('.'));
  expect(text).not.toMatch(/https?:|file:/);
  const licences = readFileSync(inRepository('dist/sbom/licences.md'), 'utf8');
  expect(licences).toContain('| fastify |');
  expect(licences).not.toMatch(/https?:|file:| none \|/);
});

function isFree({ expression, license }: Component['licenses'][number]): boolean {
  const ids = expression?.split(/[() ]+/).filter((word) => !['', 'OR', 'AND', 'WITH'].includes(word)) ?? [
    license?.id ?? '',
  ];
  const free = (id: string) => FREE.has(id);
  return expression?.includes(' OR ') ? ids.some(free) : ids.every(free);
}

type Manifest = { name: string; version: string; dependencies?: Record<string, string> };

/** Reads the manifests of the packages that Node.js resolves. */
function installedFor(workspaces: string[]): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const follow = (folder: string) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const { name, version, dependencies = {} } = manifest(folder);
    if (folder.includes('node_modules')) found.add(`${name}@${version}`);
    for (const dependency of Object.keys(dependencies)) {
      if (!dependency.startsWith('@vedette/')) follow(placeOf(dependency, folder));
    }
  };
  for (const workspace of workspaces) follow(workspace);
  return [...found];
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(inRepository(folder, 'package.json'), 'utf8')) as Manifest;
}

function placeOf(name: string, from: string): string {
  const parts = from.split('/');
  while (parts.length > 0) {
    const place = [...parts, 'node_modules', name].join('/');
    if (existsSync(inRepository(place))) return place;
    parts.pop();
  }
  return `node_modules/${name}`;
}
