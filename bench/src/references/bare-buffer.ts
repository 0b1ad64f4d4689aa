import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce } from './announce.ts';

// The minimum cost of a read: node:http sends a buffer from memory.

const [file = '', type = ''] = process.argv.slice(2);
const body = readFileSync(file);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => announce(server));
