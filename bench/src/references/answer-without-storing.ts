import { JsonReport } from '@vedette/contract/report';
import fastify from 'fastify';
import { announce } from './announce.ts';

// Fastify with the product's route and schema, which accepts the report without storing it: the reference for durability.

const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
let lastId = 0;
app.post('/api/ingest/detections', { schema: { body: JsonReport } }, (_request, reply) => {
  lastId += 1;
  reply.code(201).send({ success: true, detection_id: lastId });
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
