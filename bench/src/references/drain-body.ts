import fastify from 'fastify';
import { announce } from './announce.ts';

// Fastify that reads the JPEG off the wire and looks at nothing: what a report with a frame must cost at least.

const app = fastify({ bodyLimit: 8 * 1_024 * 1_024 });
app.addContentTypeParser('image/jpeg', (_request, payload, done) => {
  payload.on('end', () => done(null)).resume();
});
let lastId = 0;
app.post('/api/ingest/detections', (_request, reply) => {
  lastId += 1;
  reply.code(201).send({ success: true, detection_id: lastId });
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
