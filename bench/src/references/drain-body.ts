import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import fastify from 'fastify';
import { announce } from './announce.ts';

// Fastify reads the JPEG as a body and discards it: the minimum cost of a report with a frame.

const app = fastify({ bodyLimit: FRAME_MAX_BYTES });
app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
let lastId = 0;
app.post('/api/ingest/detections', (_request, reply) => {
  lastId += 1;
  reply.code(201).send({ success: true, detection_id: lastId });
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
