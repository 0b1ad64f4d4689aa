import { expect, test } from 'vitest';
import { emptyFolder } from '../../../test/data/empty-folder.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import { addressOf, startServer } from '../../../test/servers/start-server.ts';

const run = (dataDir: string, ...words: string[]) => runCommand('account-cli', words, dataDir);

test('the account command lists and changes people of a running server', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder();
  const address = await addressOf(startServer({ DATA_DIR: dataDir, TEAM: 'true' }));
  const signUp = async (email: string) => {
    const answer = await fetch(`${address}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ email, password: 'correct horse battery' }),
    });
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  };
  await signUp('first@gmail.com');
  const cookie = await signUp('second@gmail.com');
  const roles = async () => JSON.parse((await run(dataDir, 'list')).stdout).map((it: { role: string }) => it.role);
  expect(await roles()).toEqual(['administrator', 'guard']);
  expect(JSON.parse((await run(dataDir, 'role', 'Second@gmail.com', 'administrator')).stdout)).toMatchObject({
    ...{ email: 'second@gmail.com', role: 'administrator' },
  });
  expect((await fetch(`${address}/api/people`, { headers: { cookie } })).status).toBe(200);
  await run(dataDir, 'suspend', 'second@gmail.com');
  expect((await fetch(`${address}/api/people`, { headers: { cookie } })).status).toBe(401);
  await run(dataDir, 'admit', 'second@gmail.com');
  const reset = await run(dataDir, 'reset-second-factor', 'second@gmail.com');
  expect(JSON.parse(reset.stdout)).toMatchObject({ email: 'second@gmail.com', second_factor: false });

  const unknown = await run(dataDir, 'suspend', 'nobody@gmail.com');
  expect(unknown).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no account with the address nobody@gmail.com\n',
  });
  await run(dataDir, 'role', 'first@gmail.com', 'viewer');
  const last = await run(dataDir, 'suspend', 'second@gmail.com');
  expect(last.stderr).toContain('This is the last administrator');
  expect(await roles()).toEqual(['viewer', 'administrator']);
});

test('the account command prints the link of an invitation, which makes an account', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder();
  const server = startServer({ DATA_DIR: dataDir, TEAM: 'true', REGISTRATION: 'closed' });
  const address = await addressOf(server);
  const invite = (...words: string[]) =>
    runCommand('account-cli', ['invite', ...words], dataDir, { TEAM: 'true', PUBLIC_URL: 'https://guard.example.org' });
  expect((await invite('Bea@plant.example.org', 'supervisor')).stderr).toContain('The first account');
  const invited = JSON.parse((await invite('Bea@plant.example.org', 'administrator')).stdout);
  expect(invited).toMatchObject({ email: 'bea@plant.example.org', role: 'administrator', invited_by: 'console' });
  const link = new URL(invited.link);
  expect(`${link.origin}${link.pathname}`).toBe('https://guard.example.org/invitation');
  const answer = await fetch(`${address}/api/auth/invitation/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ token: link.searchParams.get('token'), password: 'correct horse battery' }),
  });
  expect(answer.status).toBe(200);
  expect(JSON.parse((await run(dataDir, 'list')).stdout)).toMatchObject([
    { email: 'bea@plant.example.org', role: 'administrator' },
  ]);
  expect((await invite('bea@plant.example.org')).stderr).toContain('There is an account with this address');
  expect((await run(dataDir, 'invite', 'eve@plant.example.org')).stderr).toContain('TEAM=true');
});

test.each([
  [[]],
  [['invite']],
  [['invite', 'ana']],
  [['invite', 'a@gmail.com', 'king']],
  [['list', 'x']],
  [['reset-second-factor']],
  [['role', 'a@gmail.com']],
  [['role', 'a@gmail.com', 'king']],
  [['suspend']],
])('the account command prints its usage for %j', async (words) => {
  const { code, stdout, stderr } = await run(emptyFolder(), ...words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Usage: npm run account');
});
