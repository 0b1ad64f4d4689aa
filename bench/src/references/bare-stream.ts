import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { announce } from './announce.ts';

// The minimum time from report to event: each frame becomes a synced file, and then an event on every open stream.

const folder = process.argv[2] ?? '';
const streams = new Set<ServerResponse>();
let lastId = 0;

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: hello\ndata: {}\n\n');
    streams.add(response);
    response.once('close', () => streams.delete(response));
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  lastId += 1;
  const id = lastId;
  const file = await open(path.join(folder, `${randomUUID()}.jpg`), 'wx');
  await file.writeFile(Buffer.concat(chunks));
  await file.datasync();
  await file.close();
  const answer = `{"success":true,"detection_id":${id}}`;
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  const detection = decodeURIComponent(String(request.headers['x-detection']));
  for (const stream of streams) {
    stream.write(`id: ${id}\nevent: detection.created\ndata: {"id":${id},"report":${detection}}\n\n`);
  }
});
server.listen(0, '127.0.0.1', () => announce(server));
