import {
  ChangedDevice,
  DeviceAnswer,
  DeviceListAnswer,
  DeviceParams,
  NewDevice,
  NewDeviceAnswer,
  RevokedDeviceAnswer,
  RotatedKeyAnswer,
} from '@vedette/contract/device';
import { ErrorAnswer } from '@vedette/contract/error';
import type { DeviceTable } from '../db/schema.ts';
import { actorOf } from '../http/actor.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import type { DeviceGate } from './device-gate.ts';
import { changeDevice, registerDevice, rotateKey } from './devices.actions.ts';
import { presentDevice, presentNewDevice, presentRotatedKey } from './devices.present.ts';
import type { DeviceStore } from './devices.store.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { LastSeen } from './last-seen.ts';

type Parts = {
  store: DeviceStore;
  gate: DeviceGate;
  lastSeen: Pick<LastSeen, 'flush'>;
  heartbeats: Pick<Heartbeats, 'refresh' | 'of'>;
  now: () => number;
};

export function deviceRoutes(api: Api, { store, gate, lastSeen, heartbeats, now }: Parts): void {
  const tags = ['devices'];
  const present = (device: DeviceTable) => presentDevice(device, heartbeats.of(device.id), now());

  api.get(
    '/api/devices',
    { config: { action: 'devices.read' }, schema: { tags, response: { 200: DeviceListAnswer } } },
    async () => {
      // Shows the first report of a new device at once, and what other servers received.
      await Promise.all([lastSeen.flush(), heartbeats.refresh()]);
      return { success: true as const, devices: (await store.list()).map(present) };
    },
  );

  api.get(
    '/api/devices/:id',
    {
      config: { action: 'devices.read' },
      schema: { tags, params: DeviceParams, response: { 200: DeviceAnswer, 404: ErrorAnswer } },
    },
    async ({ params: { id } }) => {
      await Promise.all([lastSeen.flush(), heartbeats.refresh()]);
      return { success: true as const, device: present(existing(await store.find(id))) };
    },
  );

  api.post(
    '/api/devices',
    {
      config: { action: 'devices.manage' },
      schema: { tags, body: NewDevice, response: { 201: NewDeviceAnswer, 400: ErrorAnswer } },
    },
    async (request, reply) => {
      const registered = await registerDevice({ store, now, by: actorOf(request) }, request.body);
      return reply.code(201).header('cache-control', 'no-store').send(presentNewDevice(registered));
    },
  );

  api.patch(
    '/api/devices/:id',
    {
      config: { action: 'devices.manage' },
      schema: {
        tags,
        params: DeviceParams,
        body: ChangedDevice,
        response: { 200: DeviceAnswer, 400: ErrorAnswer, 404: ErrorAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const device = existing(await changeDevice({ store, by: actorOf(request) }, id, request.body));
      gate.invalidate(id);
      void heartbeats.refresh();
      return { success: true as const, device: present(device) };
    },
  );

  api.post(
    '/api/devices/:id/key',
    {
      config: { action: 'devices.manage' },
      schema: { tags, params: DeviceParams, response: { 201: RotatedKeyAnswer, 404: ErrorAnswer } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const rotated = existing(await rotateKey({ store, now, by: actorOf(request) }, id));
      gate.invalidate(id);
      return reply.code(201).header('cache-control', 'no-store').send(presentRotatedKey(rotated));
    },
  );

  api.delete(
    '/api/devices/:id',
    {
      config: { action: 'devices.manage' },
      schema: { tags, params: DeviceParams, response: { 200: RevokedDeviceAnswer, 404: ErrorAnswer } },
    },
    async (request) => {
      const { id } = request.params;
      const removed = await store.remove(id, actorOf(request));
      gate.invalidate(id);
      // Screens no longer name it.
      void heartbeats.refresh();
      if (!removed) throw noSuchDevice();
      return { success: true as const, message: 'The device is revoked; its key no longer works' };
    },
  );
}

function existing<T>(device: T | undefined): T {
  if (device === undefined) throw noSuchDevice();
  return device;
}

const noSuchDevice = () => apiError('NOT_FOUND', 'There is no such device');
