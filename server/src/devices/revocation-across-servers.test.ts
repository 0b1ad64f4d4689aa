import { expect, test } from 'vitest';
import { twoServers } from '../../test/servers/two-servers.ts';
import { registerDevice } from './devices.actions.ts';

test('a device that is revoked at one server is refused by another that has it cached', async () => {
  const { here, there } = await twoServers();
  const { deviceStore: store, now } = there.dependencies;
  const { device, key } = await registerDevice({ store, now }, { name: 'Gate' });
  const report = () =>
    there.dependencies.deviceGate.authenticateDevice({ headers: { authorization: `Bearer ${key}` } }).then(
      ({ name }) => name,
      ({ apiCode }) => apiCode,
    );
  expect(await report()).toBe('Gate');

  const url = `/api/devices/${device.id}`;
  expect((await here.api.inject({ method: 'DELETE', url, headers: await here.signIn() })).statusCode).toBe(200);
  await expect.poll(report).toBe('UNAUTHORIZED');
});

test('a key that was rotated out at one server is refused at the other, which has it cached', async () => {
  const { here, there } = await twoServers();
  const { deviceStore: store, now } = there.dependencies;
  const { device, key } = await registerDevice({ store, now }, { name: 'Gate' });
  const report = () =>
    there.dependencies.deviceGate.authenticateDevice({ headers: { authorization: `Bearer ${key}` } }).then(
      ({ name }) => name,
      ({ apiCode }) => apiCode,
    );
  expect(await report()).toBe('Gate');
  const headers = await here.signIn();
  // The second rotation leaves no place for the first key.
  for (const _ of [1, 2]) {
    const url = `/api/devices/${device.id}/key`;
    expect((await here.api.inject({ method: 'POST', url, headers })).statusCode).toBe(201);
  }
  await expect.poll(report).toBe('UNAUTHORIZED');
});

test('a renamed device reports under its new name at every server', async () => {
  const { here, there } = await twoServers();
  const { deviceStore: store, now } = there.dependencies;
  const { device, key } = await registerDevice({ store, now }, { name: 'Gate' });
  const name = async () =>
    (await there.dependencies.deviceGate.authenticateDevice({ headers: { authorization: `Bearer ${key}` } })).name;
  expect(await name()).toBe('Gate');
  const { kysely } = here.dependencies.database;
  await kysely.updateTable('device').set({ name: 'North gate' }).where('id', '=', device.id).execute();
  await expect.poll(name).toBe('North gate');
});
