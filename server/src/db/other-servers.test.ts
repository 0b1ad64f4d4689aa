import { expect, onTestFinished, test, vi } from 'vitest';
import { freshPostgres } from '../../test/data/on-both-databases.ts';
import { cuttableProxy } from '../../test/doubles/cuttable-proxy.ts';
import { DEVICES_CHANNEL, SESSIONS_CHANNEL } from './channels.ts';
import { openDatabase } from './database.ts';
import { connectToOtherServers } from './other-servers.ts';

async function aServer() {
  const { address } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  const onDisconnected = vi.fn();
  const channels = [DEVICES_CHANNEL, SESSIONS_CHANNEL] as const;
  const others = await connectToOtherServers({ url: proxy.url, name: 'a server', onDisconnected });
  const received: string[] = [];
  const onReconnected = vi.fn();
  for (const channel of channels) {
    others.on(channel, { onNotification: (payload) => void received.push(`${channel}: ${payload}`), onReconnected });
  }
  const database = openDatabase(address);
  onTestFinished(async () => {
    await others.stop();
    await database.close();
  });
  if (database.dialect !== 'postgres') throw new Error('Only PostgreSQL has several servers');
  const { pool } = database;
  const notify = (channel: string, payload: string) => pool.query('select pg_notify($1, $2)', [channel, payload]);
  const cut = () =>
    pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a server'`);
  return { others, url: proxy.url, proxy, received, onReconnected, onDisconnected, notify, cut };
}

test('receives the notifications of all its channels', async () => {
  const { others, received, notify } = await aServer();
  expect(others.isUpToDate()).toBe(true);
  await notify(DEVICES_CHANNEL, '1');
  await notify(SESSIONS_CHANNEL, '2');
  await notify(DEVICES_CHANNEL, '3');
  await expect.poll(() => received).toEqual(['vedette_devices: 1', 'vedette_sessions: 2', 'vedette_devices: 3']);
});

test('reports a lost connection once and reconnects', async () => {
  const { others, received, onReconnected, onDisconnected, notify, cut } = await aServer();
  await cut();
  await expect.poll(() => onReconnected.mock.calls.length).toBe(2);
  expect(onDisconnected).toHaveBeenCalledOnce();
  await expect.poll(others.isUpToDate).toBe(true);
  await notify(SESSIONS_CHANNEL, 'again');
  await expect.poll(() => received).toEqual(['vedette_sessions: again']);
});

test('is not up to date on a dead network', async () => {
  const { others, proxy } = await aServer();
  expect(others.isUpToDate()).toBe(true);
  proxy.cut('silent');
  await expect.poll(others.isUpToDate).toBe(false);
});

test('notifies the others and not itself', async () => {
  const { others, url, received } = await aServer();
  const second = await connectToOtherServers({ url, name: 'a second server', onDisconnected: () => {} });
  onTestFinished(second.stop);
  await others.notify(DEVICES_CHANNEL, 'from the first');
  await second.notify(DEVICES_CHANNEL, 'from the second');
  await expect.poll(() => received).toEqual(['vedette_devices: from the second']);
});
