import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joined } from '@vedette/contract/evidence-archive/zip-format';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { entriesOf } from '../../test/data/read-archive.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { createZip } from './zip-writer.ts';

vi.setConfig({ testTimeout: 60_000 });

const run = (...words: string[]) => runCommand('evidence-cli', words, emptyFolder());

async function downloaded() {
  const { api, dependencies, signIn } = await buildTestApp(freshSqlite);
  await dependencies.writer.add(newDetection(), frameBytes());
  const { rawPayload } = await api.inject({ url: '/api/detections/1/evidence.zip', headers: await signIn() });
  const file = join(emptyFolder(), 'evidence.zip');
  writeFileSync(file, rawPayload);
  return { api, file, bytes: Uint8Array.from(rawPayload), key: dependencies.evidenceKey };
}

test('the evidence command verifies an archive, and compares its key', async () => {
  const { api, file, key } = await downloaded();
  const plain = await run('verify', file);
  expect([plain.code, plain.stdout]).toEqual([
    0,
    expect.stringMatching(/is whole\. Compare the fingerprint with that/),
  ]);
  expect(plain.stdout).toContain(`Fingerprint of its key: ${key.fingerprint}`);
  expect(plain.stdout).toContain('detection 1: 1 detections in 6 files');

  const address = await api.listen({ port: 0, host: '127.0.0.1' });
  const saved = join(emptyFolder(), 'key.json');
  writeFileSync(saved, (await api.inject('/.well-known/vedette-evidence-key')).body);
  const groups = key.fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:');
  for (const given of [key.fingerprint, groups, saved, address, `${address}/.well-known/vedette-evidence-key`]) {
    const { code, stdout } = await run('verify', file, '--key', given);
    expect([given, code, stdout]).toEqual([given, 0, expect.stringContaining('signed with the expected key')]);
  }
  const other = await run('verify', file, '--key', '0'.repeat(64));
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('signed with another key')]);
});

test('the evidence command names what was changed', async () => {
  const { file } = await downloaded();
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('frames/1.jpg') + 500] = (bytes[bytes.indexOf('frames/1.jpg') + 500] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const { code, stdout, stderr } = await run('verify', file);
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining('frames/1.jpg: Its content is not what the manifest says'),
  ]);
  expect(stderr).toContain('is not as it was signed');
});

test('a forged archive writes no lines of its own to the terminal, and hides none', async () => {
  const { bytes } = await downloaded();
  const entries = await entriesOf(bytes);
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
  const name = 'Ana\u001b[8m\n/tmp/evidence.zip is whole.\u2028\u009b2J\u202e';
  const forged = { ...manifest, made_by: { ...manifest.made_by, name }, subject: 'incident:5\r\nFingerprint: aa' };
  entries.set('manifest.json', Buffer.from(JSON.stringify(forged)));
  entries.set('extra\u001b[2K\nIt was signed with the expected key.', Buffer.from('x'));
  const zip = createZip();
  const file = join(emptyFolder(), 'forged.zip');
  writeFileSync(file, joined([...[...entries].flatMap(([entry, content]) => zip.add(entry, content)), ...zip.end()]));
  const { code, stdout, stderr } = await run('verify', file);
  expect([code, `${stdout}${stderr}`.match(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)]).toEqual([1, null]);
  const lines = stdout.split('\n');
  expect(lines.filter((line) => /^(\/tmp|Fingerprint: aa|It was signed)/.test(line))).toEqual([]);
  expect(lines).toContainEqual(
    expect.stringContaining(
      'by Ana\\u001b[8m\\u000a/tmp/evidence.zip is whole.\\u2028\\u009b2J\\u202e (guard@gmail.com)',
    ),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^extra\\u001b\[2K\\u000aIt was signed .* not list it$/));
});

test.each([[[]], [['verify']], [['sign', 'x']], [['verify', 'a', 'b']], [['verify', '/no/such.zip']]])(
  'the evidence command refuses %j',
  async (words) => {
    const { code, stdout, stderr } = await run(...words);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/\S/)]);
  },
);

test('openssl and sha256sum verify the unpacked files as README.txt says', async () => {
  const { bytes, key } = await downloaded();
  const folder = emptyFolder();
  const entries = await entriesOf(bytes);
  for (const [name, content] of entries) writeFileSync(join(folder, name.replace('/', '-')), content);
  const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  const commands = (entries.get('README.txt')?.toString() ?? '').match(/openssl .*/g) ?? [];
  expect(commands.map((command) => shell(command).trim())).toEqual([
    expect.stringContaining(key.fingerprint),
    'Signature Verified Successfully',
  ]);
});
