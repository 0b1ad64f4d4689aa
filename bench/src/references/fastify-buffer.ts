import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { announce } from './announce.ts';

// A frame that is in memory already, through the same framework: what reading it from disk, for a guard, is measured against.

const [file = '', type = ''] = process.argv.slice(2);
const body = readFileSync(file);
const app = fastify();
app.get('/*', (_request, reply) => reply.type(type).send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
