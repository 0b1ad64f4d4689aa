import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { announce } from './announce.ts';

// Sends a frame from memory through the same framework: the reference for authenticated reads from disk.

const [file = '', type = ''] = process.argv.slice(2);
const body = readFileSync(file);
const app = fastify();
app.get('/*', (_request, reply) => reply.type(type).send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
