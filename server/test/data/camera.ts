import type { NewDevice } from '@vedette/contract/device';
import { registerDevice } from '../../src/devices/devices.actions.ts';
import type { TestApp } from '../servers/build-test-app.ts';
import type { Body } from './reports.ts';

export type Camera = { id: string; key: string; send: (body: Body) => Promise<Answer> };
export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

/** A registered device that sends reports over the network; several share one listening server. */
export async function connectCamera(app: TestApp, registered: Partial<NewDevice> = {}): Promise<Camera> {
  const { deviceStore: store, now } = app.dependencies;
  const { device, key } = await registerDevice({ store, now }, { name: 'Gate camera', ...registered });
  const address = await addressOf(app);
  return {
    id: device.id,
    key,
    send: async ({ headers, body }) => {
      const authorization = `Bearer ${key}`;
      const answer = await fetch(`${address}/api/ingest/detections`, {
        method: 'POST',
        headers: { authorization, ...headers },
        body: body ?? null,
      });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
    },
  };
}

/** The address of the app, which starts to listen on the first call. */
export async function addressOf({ api }: TestApp): Promise<string> {
  const bound = api.server.address();
  if (typeof bound === 'object' && bound !== null) return `http://127.0.0.1:${bound.port}`;
  return api.listen({ host: '127.0.0.1', port: 0 });
}
