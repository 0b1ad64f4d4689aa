import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionSecret } from '../../../server/src/accounts/sessions/session-secret.ts';
import { compileShim } from './compile-shim.ts';
import { forgetUnsynced } from './forget-unsynced.ts';

const MODULE = new URL('../../../server/src/accounts/sessions/session-secret.ts', import.meta.url).href;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vedette-power-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A lost secret ends all sessions, and a truncated one stops the start of the server. */
it('survives a power cut directly after its creation', () => {
  const dataDir = path.join(folder, 'data');
  const journal = path.join(folder, 'journal');
  mkdirSync(dataDir);
  const program = `import(${JSON.stringify(MODULE)}).then((made) => process.stdout.write(made.sessionSecret(process.env.FORGET_FOLDER)))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '-e', program], {
    encoding: 'utf8',
    env: { LD_PRELOAD: compileShim(folder), FORGET_FOLDER: dataDir, FORGET_JOURNAL: journal },
  });
  expect(status, stderr).toBe(0);
  forgetUnsynced({ dataDir, journal, forgets: () => true });
  expect(sessionSecret(dataDir, undefined)).toBe(stdout);
});
