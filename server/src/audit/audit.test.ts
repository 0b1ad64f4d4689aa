import type { AuditAnswer, AuditEntry } from '@vedette/contract/audit';
import { expect, test } from 'vitest';
import type { FreshDatabase } from '../../test/data/on-both-databases.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { type NewAuditEntry, recordAudit } from '../db/audit/append-audit.ts';
import { auditHash } from '../db/audit/audit-hash.ts';

const NOON = Date.UTC(2025, 0, 15, 12);
const ana = { id: 'a1', name: 'ana@gmail.com', address: '10.0.0.7' };
const ben = { id: 'b1', name: 'ben@gmail.com' };

const written: NewAuditEntry[] = [
  { kind: 'sign-in.succeeded', actor: ana, subject: 'account:ana@gmail.com', at: NOON + 1 },
  { kind: 'incident.acknowledged', actor: ana, subject: 'incident:7', at: NOON + 2 },
  { kind: 'audit.folded', actor: null, subject: null, details: { heads: [] }, at: NOON + 3 },
  { kind: 'incident.closed', actor: ben, subject: 'incident:7', details: { note: '=cmd|x' }, at: NOON + 4 },
  { kind: 'server.started', actor: null, subject: null, at: NOON + 5 },
];

async function openDesk(fresh: FreshDatabase) {
  const app = await buildTestApp(fresh, { team: true });
  const { kysely } = app.dependencies.database;
  for (const entry of written) await recordAudit(kysely, entry);
  const headers = await app.signIn('administrator@gmail.com', 'administrator');
  const get = (path: string) => app.api.inject({ url: `/api/audit${path}`, headers });
  const list = async (query = '') => (await get(query)).json<AuditAnswer>();
  const kinds = async (query: string) => (await list(query)).entries.map(({ kind }) => kind);
  return { ...app, kysely, headers, get, list, kinds };
}

onBothDatabases('the audit log of an administrator', (fresh) => {
  test('is listed newest first, by filters, without folds unless they are asked for', async () => {
    const { list, kinds, get } = await openDesk(fresh);
    const all = ['server.started', 'incident.closed', 'incident.acknowledged', 'sign-in.succeeded'];
    expect(await kinds('')).toEqual(all);
    // The server itself may have made another one.
    expect(new Set(await kinds('?kind=upkeep'))).toEqual(new Set(['audit.folded']));
    expect(await kinds('?kind=incidents')).toEqual(['incident.closed', 'incident.acknowledged']);
    expect(await kinds('?kind=incident.closed&actor=ana@gmail.com')).toEqual([]);
    expect(await kinds('?actor=Ana@gmail.com')).toEqual(['incident.acknowledged', 'sign-in.succeeded']);
    expect(await kinds('?subject=incident:7&actor=ben@gmail.com')).toEqual(['incident.closed']);
    const iso = (ms: number) => new Date(ms).toISOString();
    expect(await kinds(`?from=${iso(NOON + 2)}&to=${iso(NOON + 5)}`)).toEqual(all.slice(1, 3));
    const [, , entry] = (await list()).entries;
    expect(entry).toMatchObject({
      ...{ at: iso(NOON + 2), actor: { id: 'a1', name: 'ana@gmail.com' }, address: '10.0.0.7' },
      ...{ subject: 'incident:7', details: {} },
    });
    for (const wrong of ['?kind=nothing', '?cursor=x', '?from=yesterday', '?text=x', '?subject=%00']) {
      expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 400]);
    }
  });

  test('is paged by key', async () => {
    const { list } = await openDesk(fresh);
    const seen: number[] = [];
    for (let query = '?limit=3'; query !== ''; ) {
      const { entries, next_cursor } = await list(query);
      seen.push(...entries.map(({ at }) => Date.parse(at) - NOON));
      query = next_cursor === null ? '' : `?limit=3&cursor=${next_cursor}`;
    }
    expect(seen).toEqual([5, 4, 2, 1]);
  });

  test('is exported as CSV and JSON lines with its hashes, and the log says so', async () => {
    const { api, headers, get, list } = await openDesk(fresh);
    const csv = await get('/export.csv?kind=incidents');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-2025-01-15.csv"',
      'cache-control': 'no-store',
    });
    expect(csv.body.split('\r\n').map((line) => line.split(',').slice(1, 4).join(' '))).toEqual([
      'at kind actor',
      '2025-01-15T12:00:00.004Z incident.closed ben@gmail.com',
      '2025-01-15T12:00:00.002Z incident.acknowledged ana@gmail.com',
      '',
    ]);
    const lines = (await get('/export.jsonl')).body.split('\n');
    expect(lines.pop()).toBe('');
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
    expect(entries).toHaveLength(5);
    for (const { at, actor, details, ...row } of entries) {
      const columns = {
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? null,
        details: JSON.stringify(details),
      };
      expect(auditHash({ ...row, ...columns, at: Date.parse(at) })).toBe(row.hash);
    }
    const { entries: exports } = await list('?kind=exports');
    expect(exports.map(({ actor, details }) => [actor?.name, details])).toEqual([
      ['administrator@gmail.com', { format: 'jsonl' }],
      ['administrator@gmail.com', { format: 'csv', kind: 'incidents' }],
    ]);
    const count = async () => (await list('?kind=audit.exported')).entries.length;
    const before = await count();
    const head = await api.inject({ method: 'HEAD', url: '/api/audit/export.csv', headers });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await get('/export.csv?from=x')).statusCode).toBe(400);
    expect(await count()).toBe(before);
  });
});

test('formulas in an exported entry are text', async () => {
  const { get, kysely } = await openDesk(freshSqlite);
  const formula = '=HYPERLINK("http://x")';
  await recordAudit(kysely, { kind: 'device.changed', actor: { id: null, name: formula }, subject: null });
  expect((await get('/export.csv?kind=devices')).body).toContain(`"'=HYPERLINK(""http://x"")"`);
});

test('entries that somebody has changed are listed as they are', async () => {
  const { list, dependencies } = await openDesk(freshSqlite);
  const { database } = dependencies;
  if (database.dialect !== 'sqlite') throw new Error('A SQLite database was expected');
  database.sqlite.exec("drop trigger audit_stays; update audit set details = 'gone' where kind = 'server.started'");
  expect((await list('?kind=server.started')).entries).toMatchObject([{ details: { changed: 'gone' } }]);
});

test('without TEAM there is no audit log to read, and it is kept all the same', async () => {
  const { api, signIn, dependencies } = await buildTestApp(freshSqlite);
  const headers = await signIn();
  for (const path of ['', '/export.csv', '/export.jsonl']) {
    expect((await api.inject({ url: `/api/audit${path}`, headers })).statusCode).toBe(404);
  }
  await api.inject({ method: 'POST', url: '/api/devices', headers, payload: { name: 'Gate' } });
  const rows = await dependencies.database.kysely.selectFrom('audit').select('kind').execute();
  expect(rows).toContainEqual({ kind: 'device.registered' });
});
