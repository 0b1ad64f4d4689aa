import path from 'node:path';
import { JsonReport } from '@vedette/contract/report';
import fastify from 'fastify';
import { ensureActiveThreatIndex } from '../../../server/src/db/active-threat-index.ts';
import { openDatabase } from '../../../server/src/db/database.ts';
import { migrate } from '../../../server/src/db/migrate.ts';
import { toNewDetection } from '../../../server/src/ingest/ingest.rules.ts';
import { createSqliteCommit } from '../../../server/src/writer/thread/commit.sqlite.ts';
import { announce } from './announce.ts';

// The product's own route with one durable transaction for each report: the reference for group commit.

const database = openDatabase({ dialect: 'sqlite', file: path.join(process.argv[2] ?? '', 'commit-per-request.db') });
if (database.dialect !== 'sqlite') throw new Error('This reference is about SQLite');
await migrate(database);
await ensureActiveThreatIndex(database, { level: 8 });
const commit = createSqliteCommit({ sqlite: database.sqlite, gapMs: 60_000, onMerge: () => {} });
const device = { id: '0123456789abcdef', name: 'Bench camera', location: 'North Gate' };

const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
app.post<{ Body: JsonReport }>(
  '/api/ingest/detections',
  { schema: { body: JsonReport } },
  async ({ body: report }, reply) => {
    const rows = [toNewDetection({ report, device, receivedAt: Date.now() })];
    await commit.findRepeats(rows);
    const { stored } = await commit.insert({ rows, frames: [null] });
    return reply.code(201).send({ success: true, detection_id: stored[0]?.id });
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
