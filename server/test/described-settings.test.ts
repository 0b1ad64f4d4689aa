import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTING_DESCRIPTIONS } from '../src/setting-descriptions.ts';
import { knownSettings } from './servers/known-settings.ts';

test('every setting that is read is described, and the other way round', () => {
  expect([...knownSettings()].sort()).toEqual(SETTING_DESCRIPTIONS.map(({ name }) => name).sort());
});

test('the table of the README says the same as the descriptions', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, table = ''] = readme.split('| name | default | meaning |\n|---|---|---|\n');
  const [rows = ''] = table.split('\n\n');
  const expected = SETTING_DESCRIPTIONS.map((it) => `| \`${it.name}\` | ${it.fallback} | ${it.meaning} |`);
  expect(rows.split('\n')).toEqual(expected);
});
