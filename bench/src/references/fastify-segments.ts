import path from 'node:path';
import fastify from 'fastify';
import { databaseAddress, openDatabase } from '../../../server/src/db/database.ts';
import { createDetectionStore } from '../../../server/src/detections/detections.store.ts';
import { cacheFrames, FRAME_CACHE_BYTES } from '../../../server/src/frames/frame-cache.ts';
import { createSegmentReader } from '../../../server/src/frames/segment-reader.ts';
import { announce } from './announce.ts';

// The product's frames by its own row, reader and cache, for anybody who asks: what reading them costs, apart from
// knowing who it is. Beside `fastify-buffer`, which has its frame in memory.

const dataDir = process.argv[2] ?? '';
const store = createDetectionStore(openDatabase(databaseAddress(dataDir, undefined)), 8);
const segments = createSegmentReader({ directory: path.join(dataDir, 'frames'), now: Date.now });
const frames = cacheFrames(segments, FRAME_CACHE_BYTES);

const app = fastify();
app.get<{ Params: { id: string } }>('/api/detections/:id/jpeg', async ({ params }, reply) => {
  const found = await store.frameOf(Number(params.id));
  const bytes = found?.frame ? await frames.read(found.frame) : null;
  return bytes === null ? reply.code(404).send() : reply.type('image/jpeg').send(bytes);
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
