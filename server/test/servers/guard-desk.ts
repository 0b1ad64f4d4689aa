import type { Config } from '../../src/config.ts';
import type { NewDetection } from '../../src/writer/new-detection.ts';
import { newDetection } from '../data/new-detection.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import type { Guard } from './sign-in-as.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type GuardDesk = {
  app: TestApp;
  /** The guard's headers, for calls that are not JSON. */
  headers: Guard;
  /** Calls a route below /api/detections as the guard. */
  call: (
    method: Method,
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  /** Stores a detection as if a device had reported it; returns its id. */
  store: (given?: Partial<NewDetection>, frame?: Uint8Array) => Promise<number>;
};

/** The server with a signed-in guard. */
export async function guardDesk(fresh: FreshDatabase, settings: Partial<Config> = {}): Promise<GuardDesk> {
  const app = await buildTestApp(fresh, settings);
  const headers = await app.signIn();
  return {
    app,
    headers,
    call: async (method, path, body) => {
      const url = `/api/detections${path}`;
      const answer = await app.api.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
      return { status: answer.statusCode, body: answer.json() };
    },
    store: async (given, frame) => (await app.dependencies.writer.add(newDetection(given), frame ?? null)).id,
  };
}
