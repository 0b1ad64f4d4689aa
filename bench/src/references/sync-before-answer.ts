import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { announce } from './announce.ts';

// The minimum cost: no framework, no validation, no database. Each frame becomes a synced file, each report a synced line.

const folder = process.argv[2] ?? '';
const lines = await open(path.join(folder, 'reports.jsonl'), 'a');
let lastId = 0;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  lastId += 1;
  const id = lastId;
  const file = await open(path.join(folder, `${id}.jpg`), 'wx');
  await file.writeFile(Buffer.concat(chunks));
  await file.datasync();
  await file.close();
  await lines.write(`{"id":${id},"report":"${request.headers['x-detection']}"}\n`);
  await lines.datasync();
  const answer = `{"success":true,"detection_id":${id}}`;
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
});
server.listen(0, '127.0.0.1', () => announce(server));
