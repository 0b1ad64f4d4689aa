import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

test('lists are compressed for clients that accept it, and only for them', async () => {
  const app = await buildTestApp(freshSqlite);
  const headers = await app.signIn();
  await Promise.all(Array.from({ length: 20 }, () => app.dependencies.writer.add(newDetection(), null)));
  for (const list of ['all', 'threats', 'all?limit=50']) {
    const url = `/api/detections/${list}`;
    const plain = await app.api.inject({ url, headers });
    const packed = await app.api.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  }
});
