import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';

const ADDRESS = '192.0.2.7';
const REFUSED = 'Too many attempts';

onBothDatabases('limits on credentials', (fresh) => {
  async function open() {
    const { clock, dependencies } = await buildTestApp(fresh);
    const { credentialLimits } = dependencies;
    type Attempt = Parameters<typeof credentialLimits.beforeSignIn>[0];
    const limits = {
      ...credentialLimits,
      async beforeSignIn(attempt: Attempt) {
        await credentialLimits.admitSignIn(attempt.address);
        await credentialLimits.beforeSignIn(attempt);
      },
      async beforeSignUp(attempt: Attempt) {
        await credentialLimits.admitSignUp(attempt.address);
        await credentialLimits.beforeSignUp(attempt);
      },
    };
    return { clock, limits };
  }

  test('allow thirty sign-ins within a minute from one address', async () => {
    const { limits } = await open();
    for (let guard = 0; guard < 30; guard += 1) {
      const attempt = { address: ADDRESS, account: `guard${guard}@gmail.com` };
      await limits.beforeSignIn(attempt);
      await limits.afterSignIn(attempt);
    }
  });

  test('do not count right passwords against the account', async () => {
    const { limits } = await open();
    const attempt = { address: ADDRESS, account: 'ana@gmail.com' };
    for (let time = 0; time < 40; time += 1) {
      await limits.beforeSignIn(attempt);
      await limits.afterSignIn(attempt);
    }
  });

  test('count concurrent guesses', async () => {
    const { limits } = await open();
    const guess = () => limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' });
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, guess));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('allow other accounts behind the same address to sign in after seventy wrong passwords', async () => {
    const { limits } = await open();
    let refused = 0;
    for (let time = 0; time < 70; time += 1) {
      await limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' }).catch(() => {
        refused += 1;
      });
    }
    expect(refused).toBe(65);
    await limits.beforeSignIn({ address: ADDRESS, account: 'ben@gmail.com' });
  });

  test('take no token of the account when the address has none left', async () => {
    const { limits } = await open();
    for (let guard = 0; guard < 60; guard += 1) {
      await limits.beforeSignIn({ address: ADDRESS, account: `guard${guard}@gmail.com` });
    }
    for (let time = 0; time < 20; time += 1) {
      await expect(limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' })).rejects.toThrow(REFUSED);
    }
    await limits.beforeSignIn({ address: '198.51.100.1', account: 'ana@gmail.com' });
  });

  test('do not count right passwords against the address', async () => {
    const { limits } = await open();
    for (let guard = 0; guard < 90; guard += 1) {
      const attempt = { address: ADDRESS, account: `guard${guard}@gmail.com` };
      await limits.beforeSignIn(attempt);
      await limits.afterSignIn(attempt);
    }
  });

  test('allow the owner to sign in after guesses from elsewhere', async () => {
    const { limits } = await open();
    const elsewhere = { address: '198.51.100.1', account: 'ana@gmail.com' };
    for (let time = 0; time < 5; time += 1) await limits.beforeSignIn(elsewhere);
    await limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' });
  });

  test('limit guesses from many addresses together', async () => {
    const { limits } = await open();
    const guessFrom = (host: number) =>
      limits.beforeSignIn({ address: `198.51.100.${host}`, account: 'Ana@gmail.com' });
    for (let host = 0; host < 20; host += 1) await guessFrom(host);
    await expect(guessFrom(20)).rejects.toThrow(REFUSED);
  });

  test('allow the owner to sign in from a familiar network during guesses from many addresses', async () => {
    const { limits } = await open();
    const guard = { address: ADDRESS, account: 'Ana@gmail.com' };
    await limits.beforeSignIn(guard);
    await limits.afterSignIn(guard);
    const guessFrom = (host: number) =>
      limits.beforeSignIn({ address: `198.51.100.${host}`, account: 'ana@gmail.com' });
    for (let host = 0; host < 20; host += 1) await guessFrom(host);
    await expect(guessFrom(20)).rejects.toThrow(REFUSED);
    await limits.beforeSignIn(guard);
    await limits.afterSignIn(guard);
    // The owner's right passwords give no tokens to the others.
    await expect(guessFrom(21)).rejects.toThrow(REFUSED);
    for (let time = 0; time < 5; time += 1) await limits.beforeSignIn(guard);
    await expect(limits.beforeSignIn(guard)).rejects.toThrow(REFUSED);
  });

  test('limit the number of sign-ups from one address', async () => {
    const { limits, clock } = await open();
    let made = 0;
    const signUp = () => {
      made += 1;
      return limits.beforeSignUp({ address: ADDRESS, account: `guard${made}@gmail.com` });
    };
    for (let account = 0; account < 60; account += 1) await signUp();
    await expect(signUp()).rejects.toMatchObject({ apiCode: 'RATE_LIMITED', retryAfterSeconds: 1 });
    clock.advance(1_000);
    await signUp();
  });

  test('limit the number of mails to one address', async () => {
    const { limits, clock } = await open();
    const ask = (address: string) => limits.beforeMail({ address, account: 'ana@gmail.com' });
    for (let time = 0; time < 3; time += 1) await ask(ADDRESS);
    await expect(ask(ADDRESS)).rejects.toMatchObject({ retryAfterSeconds: 300 });
    for (let host = 0; host < 6; host += 1) await ask(`198.51.100.${host}`);
    await expect(ask('198.51.100.99')).rejects.toThrow(REFUSED);
    clock.advance(300_000);
    await ask(ADDRESS);
  });

  test('count an IPv6 network as one address', async () => {
    const { limits } = await open();
    for (let host = 0; host < 60; host += 1) await limits.beforeToken(`2001:db8::${host.toString(16)}`);
    await expect(limits.beforeToken('2001:db8::ffff')).rejects.toThrow(REFUSED);
    await limits.beforeToken('2001:db8:0:1::1');
  });
});
