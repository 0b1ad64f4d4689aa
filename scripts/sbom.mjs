import './setup/node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from './repository/repository.mjs';
import { productionPackages } from './setup/production-packages.mjs';

// npm run sbom: the software bill of materials (CycloneDX) and the list of licences of what is delivered, into dist/sbom.

const packages = productionPackages();
const { name, version, license } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));

/** @type {(id: string) => string} */
const purl = (id) => `pkg:npm/${id.replace(/^@/, '%40')}`;
/** @type {(license: string) => object} */
const licenseOf = (text) => (/[ ()]/.test(text) ? { expression: text } : { license: { id: text } });

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      ...{ 'bom-ref': `${name}@${version}`, type: 'application', name, version },
      licenses: [licenseOf(license)],
    },
  },
  components: [...packages].map(([id, entry]) => ({
    ...{ 'bom-ref': id, type: 'library', name: entry.name, version: entry.version, purl: purl(id) },
    scope: entry.optional ? 'optional' : 'required',
    licenses: entry.license === undefined ? [] : [licenseOf(entry.license)],
    hashes: hashes(entry.integrity),
  })),
  dependencies: [...packages].map(([id, { dependsOn }]) => ({ ref: id, dependsOn })),
};

/** @param {string | undefined} integrity  as the lock file has it: sha512-base64 */
function hashes(integrity) {
  const [algorithm, base64] = integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512' || base64 === undefined) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}

const lines = [...packages.values()].map(
  (entry) => `| ${entry.name} | ${entry.version} | ${entry.license ?? 'none'} |`,
);
const licences = `# Licences\n\nOf every package that ${name} ${version} delivers or needs where it runs; those of other platforms too.\n\n| package | version | licence |\n|---|---|---|\n${lines.join('\n')}\n`;

mkdirSync(inRepository('dist', 'sbom'), { recursive: true });
writeFileSync(inRepository('dist', 'sbom', 'vedette.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(inRepository('dist', 'sbom', 'licences.md'), licences);
console.log(`${packages.size} packages: dist/sbom/vedette.cdx.json and dist/sbom/licences.md`);
