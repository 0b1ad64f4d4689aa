import './setup/node-version.mjs';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './processes/run.mjs';
import { inRepository } from './repository/repository.mjs';
import { prepare } from './setup/prepare.mjs';
import { installTestNeeds } from './setup/test-needs.mjs';

// npm run pictures: renews all pictures of e2e/pictures with the journeys named pictures-….
await prepare({ withDevelopment: true });
await installTestNeeds();

const folder = inRepository('e2e/pictures');
rmSync(folder, { recursive: true, force: true });
const { code } = await run(process.execPath, [
  ...[inRepository('node_modules/@playwright/test/cli.js'), 'test', 'pictures-', '--update-snapshots=all'],
  ...['--config', inRepository('e2e/playwright.config.ts'), '--reporter=list'],
]);
if (code !== 0) process.exit(code);

// This quality changes only the edges of letters, below the threshold of the comparison, for a third of the bytes.
const { default: sharp } = await import('sharp');
let bytes = 0;
for (const name of readdirSync(folder)) {
  const file = path.join(folder, name);
  const small = await sharp(readFileSync(file)).png({ palette: true, quality: 90, dither: 0, effort: 10 }).toBuffer();
  writeFileSync(file, small);
  bytes += small.byteLength;
}
console.log(`e2e/pictures: ${readdirSync(folder).length} pictures, ${Math.round(bytes / 1_000)} kB`);
