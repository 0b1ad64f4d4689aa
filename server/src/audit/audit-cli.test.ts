import { expect, test } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN } from '../../test/servers/build-test-app.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { addressOf, startServer } from '../../test/servers/start-server.ts';

test('the audit command lists what a running server has recorded', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder();
  const list = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand('audit-cli', ['list', ...words], dataDir);
    expect([code, stderr]).toEqual([0, '']);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const secret = 'a secret for tests, of at least 32 characters';
  const settings = { DATA_DIR: dataDir, SESSION_SECRET: secret, ACTIVE_THREAT_LEVEL: '7', TEAM: 'true' };
  const first = startServer(settings);
  await addressOf(first);
  first.process.kill('SIGTERM');
  await first.exit;
  const { ACTIVE_THREAT_LEVEL, ...rest } = settings;
  const address = await addressOf(startServer({ ...rest, REGISTRATION: 'open', SESSION_SECRET: `${secret}, another` }));
  await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'ana@gmail.com', password: 'correct horse battery' }),
  });

  const lines = await list();
  const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z /;
  expect(lines.every((line) => moment.test(line))).toBe(true);
  expect(lines.map((line) => line.replace(moment, ''))).toEqual([
    'ana@gmail.com signed in (127.0.0.1)',
    'ana@gmail.com signed up (127.0.0.1)',
    expect.stringMatching(/^The server started as \S+:0, with other settings: ACTIVE_THREAT_LEVEL, REGISTRATION$/),
    expect.stringMatching(/^The server started as \S+:0$/),
  ]);
  const [latest, before] = (await list('--kind', 'settings', '--json')).map((line) => JSON.parse(line));
  expect(before.details.settings).toMatchObject({ ...settings, PORT: '0', SESSION_SECRET: 'set' });
  expect(latest.details.changed).toEqual(['ACTIVE_THREAT_LEVEL', 'REGISTRATION']);
  expect(await list('--actor', 'ana@gmail.com', '--limit', '1')).toHaveLength(1);
  expect(await list('--to', '2020-01-01T00:00:00Z')).toEqual([]);
  const { stdout } = await runCommand('audit-cli', ['verify'], dataDir);
  expect(stdout).toMatch(/^\d rows in \d chains were checked; 0 older/);
});

test('what a visitor typed writes no lines of its own to the terminal, and hides none', async () => {
  const place = await freshSqlite();
  const { api, close } = await buildTestApp(async () => place);
  const email = 'ana\u001b[1a\u009b2k\n2026-01-01t00:00:00.000z ben@gmail.com signed in\u202e\u{e0041}';
  const payload = { email, password: 'wrong' };
  const headers = { origin: TEST_ORIGIN };
  await api.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, payload });
  await close();
  const list = (...words: string[]) => runCommand('audit-cli', ['list', '--kind', 'sign-ins', ...words], place.dataDir);
  const { stdout } = await list();
  expect(stdout).toMatch(
    /^\S+ Somebody failed to sign in as ana\\u001b\[1a\\u009b2k\\u000a2026-01-01t00:00:00.000z ben@gmail.com signed in\\u202e\\udb40\\udc41 \(.*\)\n$/,
  );
  const json = (await list('--json')).stdout;
  expect(json.match(/(?!\n)[\p{Cc}\p{Cf}]/gu)).toBeNull();
  expect(JSON.parse(json).subject).toBe(`account:${email}`);
});

test.each([[[]], [['list', 'x']], [['list', '--kind', 'x']], [['list', '--limit', '0']], [['verify', '--json']]])(
  'the audit command prints its usage for %j',
  async (words) => {
    const { code, stdout, stderr } = await runCommand('audit-cli', words, emptyFolder());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Usage: npm run audit');
  },
);
