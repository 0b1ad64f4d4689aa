import './setup/node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './repository/repository.mjs';
import { buildVerifyPage } from './repository/verify-page.mjs';

/** The sources of each part, and the file beside the build that stores their hash. */
const parts = {
  server: { sources: ['server/src', 'contract/src'], dist: 'server/dist' },
  web: {
    sources: [
      ...['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'contract/src'],
      'scripts/repository/verify-page.mjs',
    ],
    dist: 'web/dist',
  },
};

/** @typedef {keyof typeof parts} Part */

const entryPoints = [
  'server/src/main.ts',
  'server/src/writer/thread/writer-thread.ts',
  'server/src/db/quick-check-thread.ts',
  'server/src/thumbnails/thumbnail-process.ts',
  'server/src/accounts/people/account-cli.ts',
  'server/src/devices/device-cli.ts',
  'server/src/audit/audit-cli.ts',
  'server/src/backup/backup-cli.ts',
  'server/src/evidence/evidence-cli.ts',
  'server/src/frames/frames-cli.ts',
];

/** esbuild's settings for the server, shared with the watching build of `npm run dev`. */
export function serverBuildOptions() {
  return /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: inRepository(),
    entryPoints: entryPoints.filter((entry) => existsSync(inRepository(entry))),
    outdir: parts.server.dist,
    entryNames: '[name]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    // A bundle of a few large files starts in half the time of a thousand small ones. External packages are native, read
    // files beside themselves, or are imported late because most starts do not need them at once.
    external: [
      'better-sqlite3',
      'pg-native',
      'nodemailer',
      'sharp',
      'prom-client',
      'mqtt',
      'mqtt-packet',
      'better-auth',
      'better-auth/*',
      '@better-auth/*',
      '@aws-sdk/*',
      '@fastify/swagger-ui',
    ],
    // CommonJS packages in an ESM bundle need these variables.
    banner: {
      js: [
        `import { createRequire as requireFrom } from 'node:module';`,
        'const require = requireFrom(import.meta.url), { dirname: __dirname, filename: __filename } = import.meta;',
      ].join('\n'),
    },
  });
}

/** The parts whose sources have changed since the last build. */
export function staleParts() {
  return partNames.filter((part) => readNote(part) !== fingerprint(part));
}

/**
 * Builds these parts, also when they are current.
 * @param {readonly Part[]} wanted
 */
export async function build(wanted) {
  await Promise.all(
    wanted.map(async (part) => {
      const builtFrom = fingerprint(part);
      forget(part);
      await (part === 'server' ? buildServer() : buildWeb());
      mkdirSync(path.dirname(noteOf(part)), { recursive: true });
      writeFileSync(noteOf(part), builtFrom);
    }),
  );
}

/**
 * Marks this part as stale, because another program writes into its dist.
 * @param {Part} part
 */
export function forget(part) {
  rmSync(noteOf(part), { force: true });
}

async function buildServer() {
  const { build: bundle } = await import('esbuild');
  await bundle(serverBuildOptions());
}

async function buildWeb() {
  const { build: bundle } = await import('vite');
  await bundle({ root: inRepository('web'), logLevel: 'warn' });
  await buildVerifyPage();
}

const partNames = /** @type {Part[]} */ (Object.keys(parts));

/** @param {Part} part */
function noteOf(part) {
  return inRepository(parts[part].dist, '.built-from');
}

/** @param {Part} part */
function readNote(part) {
  const note = noteOf(part);
  return existsSync(note) ? readFileSync(note, 'utf8') : '';
}

/**
 * Hashes the content of the sources, because a checkout changes the times of all files.
 * @param {Part} part
 */
function fingerprint(part) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'scripts/build.mjs', ...parts[part].sources.flatMap(filesUnder)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRepository(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} place  a file or a folder, perhaps absent
 * @returns {string[]}
 */
function filesUnder(place) {
  const absolute = inRepository(place);
  if (!existsSync(absolute)) return [];
  if (path.extname(place) !== '') return [place];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(inRepository(), path.join(entry.parentPath, entry.name)))
    .sort();
}

if (process.argv[1] === import.meta.filename) {
  const asked = partNames.filter((part) => process.argv.includes(part));
  try {
    await build(asked.length > 0 ? asked : partNames);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
