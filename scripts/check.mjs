import './setup/node-version.mjs';
import { existsSync } from 'node:fs';
import { staleParts } from './build.mjs';
import { run } from './processes/run.mjs';
import { inRepository } from './repository/repository.mjs';
import { installPackages } from './setup/install.mjs';
import { installAgent } from './setup/install-agent.mjs';

await installPackages({ withDevelopment: true, withDatabase: false });
await installAgent({ withDatabase: false });

const workspaces = ['contract', 'server', 'web', 'demo', 'agent', 'bench', 'e2e', 'docs/notes', 'scripts'];
/** @type {[name: string, program: string, args: string[]][]} */
const checks = [
  ['style (biome)', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ...workspaces.map(
    (workspace) =>
      /** @type {[string, string, string[]]} */ ([
        `types of ${workspace} (tsc)`,
        'node_modules/typescript/bin/tsc',
        ['-p', workspace],
      ]),
  ),
  ['unused code (knip)', 'node_modules/knip/bin/knip.js', ['--no-progress']],
  ['build', 'scripts/build.mjs', staleParts()],
  ['bytes of the web app (size-limit)', 'node_modules/size-limit/bin.js', []],
  ['architecture', 'node_modules/vitest/vitest.mjs', ['run', '--project', 'scripts', 'rules']],
];

const failed = [];
for (const [name, program, args] of checks) {
  const file = inRepository(program);
  const { code, stdout } = existsSync(file)
    ? await run(process.execPath, [file, ...args], { quiet: true })
    : { code: 1, stdout: `${program} is not installed` };
  if (code === 0) {
    console.log(`ok      ${name}`);
  } else {
    failed.push(name);
    console.log(`FAILED  ${name}\n${stdout.trim().replaceAll(/^/gm, '        ')}`);
  }
}
console.log(
  failed.length === 0 ? 'All checks hold.' : `${failed.length} of ${checks.length} failed: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
