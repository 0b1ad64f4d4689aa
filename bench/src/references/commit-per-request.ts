import path from 'node:path';
import { JsonReport } from '@vedette/contract/report';
import Sqlite from 'better-sqlite3';
import fastify from 'fastify';
import { announce } from './announce.ts';

// The same route, storing each report in a durable transaction of its own: what group commit is measured against. It
// keeps less than the product does: one row, one unique key, no counters, no event.

const database = new Sqlite(path.join(process.argv[2] ?? '', 'commit-per-request.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`create table detection (id integer primary key autoincrement, at integer not null, weapon_type text not null,
  confidence real not null, threat_level integer, location text, event_id text not null unique, metrics text);
  create index detection_newest on detection (at desc, id desc)`);
const insert = database.prepare(
  'insert into detection (at, weapon_type, confidence, threat_level, location, event_id, metrics) values (?, ?, ?, ?, ?, ?, ?)',
);

const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
app.post<{ Body: JsonReport }>('/api/ingest/detections', { schema: { body: JsonReport } }, ({ body }, reply) => {
  const { weapon_type, confidence, threat_level, location, event_id, metrics } = body;
  const at = Date.parse(body.timestamp);
  const { lastInsertRowid } = insert.run(
    at,
    weapon_type,
    confidence,
    threat_level,
    location,
    event_id,
    JSON.stringify(metrics),
  );
  reply.code(201).send({ success: true, detection_id: Number(lastInsertRowid) });
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
