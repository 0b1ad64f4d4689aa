import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { startPostgres } from './postgres.mjs';

const answers = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

it('starts a PostgreSQL server and removes its files', async () => {
  const postgres = await startPostgres();
  expect(await answers(postgres.url)).toBe(true);
  await postgres.stop();
  expect(await answers(postgres.url)).toBe(false);
  expect(existsSync(postgres.folder)).toBe(false);
});
