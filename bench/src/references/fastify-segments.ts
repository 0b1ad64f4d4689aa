import path from 'node:path';
import fastify from 'fastify';
import { databaseAddress, openDatabase } from '../../../server/src/db/database.ts';
import { prepared } from '../../../server/src/db/prepared.ts';
import { cacheFrames, FRAME_CACHE_BYTES } from '../../../server/src/frames/frame-cache.ts';
import { createSegmentReader } from '../../../server/src/frames/segments/segment-reader.ts';
import { announce } from './announce.ts';

// Sends frames through the product's row, reader and cache without authentication. The difference to `fastify-buffer`,
// which has its frame in memory, is the cost of the read.

const dataDir = process.argv[2] ?? '';
const database = openDatabase(databaseAddress(dataDir, undefined));
const rowOf = prepared(
  database,
  (id: number) => database.kysely.selectFrom('detection').select(['frame_place', 'frame_size']).where('id', '=', id),
  0 as number,
);
const segments = createSegmentReader({ directory: path.join(dataDir, 'frames'), now: Date.now });
const frames = cacheFrames(segments, FRAME_CACHE_BYTES);

const app = fastify();
app.get<{ Params: { id: string } }>('/api/detections/:id/jpeg', async ({ params }, reply) => {
  const [row] = await rowOf(Number(params.id));
  const { frame_place: place = null, frame_size: size = null } = row ?? {};
  const bytes = place === null || size === null ? null : await frames.read({ place, size });
  return bytes === null ? reply.code(404).send() : reply.type('image/jpeg').send(bytes);
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
