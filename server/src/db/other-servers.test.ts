import { expect, onTestFinished, test, vi } from 'vitest';
import { cuttableProxy } from '../../test/cuttable-proxy.ts';
import { freshPostgres } from '../../test/on-both-databases.ts';
import { DEVICES_CHANNEL, SESSIONS_CHANNEL } from './channels.ts';
import { openDatabase } from './database.ts';
import { meetOtherServers } from './other-servers.ts';

const PATIENT = { timeout: 20_000 };

async function aServer() {
  const { address } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  const deaf = vi.fn();
  const channels = [DEVICES_CHANNEL, SESSIONS_CHANNEL] as const;
  const others = await meetOtherServers({ url: proxy.url, name: 'a server', onDeaf: deaf });
  const heard: string[] = [];
  const resume = vi.fn();
  for (const channel of channels) {
    others.on(channel, { hear: (payload) => void heard.push(`${channel}: ${payload}`), resume });
  }
  const database = openDatabase(address);
  onTestFinished(async () => {
    await others.stop();
    await database.close();
  });
  if (database.dialect !== 'postgres') throw new Error('Only PostgreSQL has several servers');
  const { pool } = database;
  const tell = (channel: string, payload: string) => pool.query('select pg_notify($1, $2)', [channel, payload]);
  const cut = () =>
    pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a server'`);
  return { others, url: proxy.url, proxy, heard, resume, deaf, tell, cut };
}

test('it hears what is told on each of its channels, from the start', async () => {
  const { others, heard, tell } = await aServer();
  expect(others.hears()).toBe(true);
  await tell(DEVICES_CHANNEL, '1');
  await tell(SESSIONS_CHANNEL, '2');
  await tell(DEVICES_CHANNEL, '3');
  await expect.poll(() => heard, PATIENT).toEqual(['vedette_devices: 1', 'vedette_sessions: 2', 'vedette_devices: 3']);
});

test('cut off, it says so once, and hears again by itself', async () => {
  const { others, heard, resume, deaf, tell, cut } = await aServer();
  await cut();
  await expect.poll(() => resume.mock.calls.length, PATIENT).toBe(2);
  expect(deaf).toHaveBeenCalledOnce();
  await expect.poll(others.hears, PATIENT).toBe(true);
  await tell(SESSIONS_CHANNEL, 'again');
  await expect.poll(() => heard, PATIENT).toEqual(['vedette_sessions: again']);
});

test('on a network that has died without a word it does not believe that it hears', async () => {
  const { others, proxy } = await aServer();
  expect(others.hears()).toBe(true);
  proxy.cut('silent');
  await expect.poll(others.hears, PATIENT).toBe(false);
});

test('what it tells is heard by the others, and not by itself', async () => {
  const { others, url, heard } = await aServer();
  const second = await meetOtherServers({ url, name: 'a second server', onDeaf: () => {} });
  onTestFinished(second.stop);
  await others.tell(DEVICES_CHANNEL, 'from the first');
  await second.tell(DEVICES_CHANNEL, 'from the second');
  await expect.poll(() => heard, PATIENT).toEqual(['vedette_devices: from the second']);
});
