import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../../test/empty-folder.ts';
import { sessionSecret } from './session-secret.ts';

test('is made once, kept, and readable by its owner alone', () => {
  const folder = emptyFolder();
  const made = sessionSecret(folder, undefined);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(sessionSecret(folder, undefined)).toBe(made);
  expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
});

test('is not made when the settings bring one', () => {
  const folder = emptyFolder();
  expect(sessionSecret(folder, 'from the settings')).toBe('from the settings');
  expect(() => statSync(join(folder, 'session-secret'))).toThrow('ENOENT');
});

test('a damaged file stops the server instead of signing with nothing', () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'session-secret'), '\n');
  expect(() => sessionSecret(folder, undefined)).toThrow('is damaged');
});
