import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from './repository.mjs';

const folder = 'web/src/verify-evidence';

/** Builds the page that verifies evidence: one file, which loads nothing and may run only its own code. */
export async function buildVerifyPage() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: inRepository(),
    entryPoints: [`${folder}/verify-page.ts`, `${folder}/verify-page.css`],
    outdir: 'out',
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  /** @param {string} ending */
  const built = (ending) => outputFiles.find((file) => file.path.endsWith(ending))?.text.trim() ?? '';
  const [script, style] = [built('.js'), built('.css')];
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = readFileSync(inRepository(folder, 'verify-page.html'), 'utf8')
    .replace('content=""', `content="${policy}"`)
    .replace('<style>', () => `<style>${style}`)
    .replace('<script>', () => `<script>${script}`);
  writeFileSync(inRepository('web/dist/verify-evidence.html'), page);
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
