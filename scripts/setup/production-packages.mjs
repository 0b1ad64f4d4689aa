import { readFileSync } from 'node:fs';
import { inRepository } from '../repository/repository.mjs';

/** The workspaces that are built and delivered. */
const DELIVERED = ['contract', 'server', 'web'];

/**
 * @typedef {{ name?: string, version?: string, license?: string, integrity?: string, link?: boolean, resolved?: string,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 * @typedef {{ name: string, version: string, license: string | undefined, integrity: string | undefined,
 *   optional: boolean, dependsOn: string[] }} ProductionPackage
 */

/**
 * All third-party packages that the delivered workspaces depend on, also indirectly, by name@version. They are read from
 * the lock file, so that the result is the same on every platform. (npm sbom omits dependencies of peer dependencies.)
 * @returns {Map<string, ProductionPackage>}
 */
export function productionPackages() {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages: locked } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'));
  /** @type {Map<string, ProductionPackage>} */
  const found = new Map();

  /** @type {(place: string, optional: boolean) => string[]} */
  function dependenciesOf(place, optional) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked[place] ?? {};
    return [
      ...Object.keys(dependencies ?? {}).map((name) => visit(name, place, optional)),
      ...Object.keys(optionalDependencies ?? {}).map((name) => visit(name, place, true)),
      ...Object.keys(peerDependencies ?? {})
        .filter((name) => !peerDependenciesMeta?.[name]?.optional)
        .map((name) => visit(name, place, optional)),
    ].flat();
  }

  /** @type {(name: string, from: string, optional: boolean) => string[]} */
  function visit(name, from, optional) {
    const place = placeOf(name, from);
    const entry = locked[place];
    if (!entry) throw new Error(`package-lock.json has no ${name} for ${from}`);
    if (entry.link) return dependenciesOf(entry.resolved ?? '', optional);
    const id = `${name}@${entry.version}`;
    const known = found.get(id);
    if (!known || (known.optional && !optional)) {
      const { version = '', license, integrity } = entry;
      const visited = { name, version, license, integrity, optional, dependsOn: known?.dependsOn ?? [] };
      found.set(id, visited);
      visited.dependsOn = [...new Set(dependenciesOf(place, optional))].sort();
    }
    return [id];
  }

  /** The path at which Node.js resolves a package: the nearest node_modules upwards. @type {(name: string, from: string) => string} */
  function placeOf(name, from) {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const place = `${folder}${folder && '/'}node_modules/${name}`;
      if (place in locked || folder === '') return place;
    }
  }

  for (const workspace of DELIVERED) dependenciesOf(workspace, false);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
