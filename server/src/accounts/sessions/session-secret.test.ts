import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../../test/data/empty-folder.ts';
import { sessionSecret } from './session-secret.ts';

test('the session secret is generated once, stored, and readable by its owner only', () => {
  const folder = emptyFolder();
  const made = sessionSecret(folder, undefined);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(sessionSecret(folder, undefined)).toBe(made);
  expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
});

test('the session secret is not generated when the settings have one', () => {
  const folder = emptyFolder();
  expect(sessionSecret(folder, 'from the settings')).toBe('from the settings');
  expect(() => statSync(join(folder, 'session-secret'))).toThrow('ENOENT');
});

test('a damaged session secret stops the server', () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'session-secret'), '\n');
  expect(() => sessionSecret(folder, undefined)).toThrow('is damaged');
});
