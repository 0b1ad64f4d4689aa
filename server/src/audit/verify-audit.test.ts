import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type FreshDatabase, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { appendAudit } from '../db/audit/append-audit.ts';
import { auditHash } from '../db/audit/audit-hash.ts';
import { foldAudit } from '../db/audit/fold-audit.ts';
import { pruneAudit } from '../db/audit/prune-audit.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { verifyAudit } from './verify-audit.ts';

const MINUTE = 60_000;

/** A log of eight rows. */
async function openLog(fresh: FreshDatabase) {
  const { address } = await fresh();
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  const { kysely } = database;
  const add = (at: number) =>
    kysely
      .transaction()
      .execute((transaction) =>
        appendAudit(transaction, { kind: 'detection.deleted', actor: null, subject: `detection:${at}`, at }),
      );
  for (let at = 1; at <= 8; at += 1) await add(at);
  /** Takes the triggers away, as somebody could who owns the database. */
  const unlock = async () => {
    const on = database.dialect === 'postgres' ? sql` on audit` : sql``;
    await sql`drop trigger audit_stays${on}`.execute(kysely);
    await sql`drop trigger audit_remains${on}`.execute(kysely);
  };
  const findings = async () => (await verifyAudit(kysely)).findings.map(({ problem, seq, to }) => [problem, seq, to]);
  return { database, kysely, add, unlock, findings };
}

onBothDatabases('the audit log', (fresh) => {
  test('is whole as it was written, and refuses changes', async () => {
    const { kysely, findings } = await openLog(fresh);
    expect(await findings()).toEqual([]);
    await expect(kysely.updateTable('audit').set({ kind: 'device.changed' }).execute()).rejects.toThrow('append-only');
    await expect(kysely.deleteFrom('audit').where('seq', '=', 3).execute()).rejects.toThrow('append-only');
    expect(await verifyAudit(kysely)).toMatchObject({ rows: 8, chains: 1, findings: [] });
  });

  test('leaves no gap when transactions run at once, or end without a commit', async () => {
    const { kysely, add, findings } = await openLog(fresh);
    const failing = kysely.transaction().execute(async (transaction) => {
      await appendAudit(transaction, { kind: 'device.changed', actor: null, subject: null });
      throw new Error('not this one');
    });
    const [refused] = await Promise.allSettled([
      failing,
      ...Array.from({ length: 20 }, (_, index) => add(100 + index)),
    ]);
    expect(refused?.status).toBe('rejected');
    expect(await verifyAudit(kysely)).toMatchObject({ rows: 28 });
    expect(await findings()).toEqual([]);
  });

  test('names a changed row', async () => {
    const { kysely, unlock, findings } = await openLog(fresh);
    await unlock();
    await kysely.updateTable('audit').set({ details: '{"a":1}' }).where('seq', '=', 5).execute();
    expect(await findings()).toEqual([['changed', 5, undefined]]);
  });

  test('names missing rows, in the middle and at the end', async () => {
    const { kysely, unlock, findings } = await openLog(fresh);
    await unlock();
    await kysely.deleteFrom('audit').where('seq', 'in', [3, 4, 8]).execute();
    expect(await findings()).toEqual([
      ['missing', 3, 4],
      ['missing', 8, 8],
    ]);
  });

  test('names two rows that were swapped', async () => {
    const { kysely, unlock, findings } = await openLog(fresh);
    await unlock();
    for (const [from, to] of [
      [2, -1],
      [3, 2],
      [-1, 3],
    ] as const)
      await kysely.updateTable('audit').set({ seq: to }).where('seq', '=', from).execute();
    const swapped = (await findings()).filter(([problem]) => problem === 'swapped');
    expect(swapped).toEqual([
      ['swapped', 2, 3],
      ['swapped', 3, 2],
    ]);
  });

  test('finds by its folds a chain that was rewritten, shortened or taken away', async () => {
    const { kysely, add, unlock, findings } = await openLog(fresh);
    expect(await foldAudit({ kysely }, MINUTE)).toBe(true);
    await add(9);
    expect(await foldAudit({ kysely }, 1.5 * MINUTE)).toBe(false);
    expect(await foldAudit({ kysely }, 2 * MINUTE)).toBe(true);
    expect(await findings()).toEqual([]);
    await unlock();
    const last = await kysely.selectFrom('audit').selectAll().where('seq', '=', 9).executeTakeFirstOrThrow();
    const forged = { ...last, subject: 'detection:1000' };
    const hash = auditHash(forged);
    await kysely.updateTable('audit').set({ subject: forged.subject, hash }).where('id', '=', last.id).execute();
    await kysely.updateTable('audit_chain').set({ hash }).where('chain', '=', last.chain).execute();
    expect(await findings()).toEqual([['changed', 9, undefined]]);
    await kysely.deleteFrom('audit').where('id', '=', last.id).execute();
    await kysely.updateTable('audit_chain').set({ seq: 8, hash: last.previous }).where('seq', '=', 9).execute();
    expect(await findings()).toEqual([['missing', 9, undefined]]);
    await kysely.deleteFrom('audit').where('chain', '=', last.chain).execute();
    await kysely.deleteFrom('audit_chain').where('chain', '=', last.chain).execute();
    expect(await findings()).toEqual([['missing', 1, 9]]);
  });

  test('is verified from the recorded anchor on after old rows were deleted', async () => {
    const { kysely, findings } = await openLog(fresh);
    await foldAudit({ kysely }, MINUTE);
    expect(await pruneAudit({ kysely }, 6)).toBe(true);
    expect(await pruneAudit({ kysely }, 6)).toBe(false);
    expect(await findings()).toEqual([]);
    expect(await verifyAudit(kysely)).toMatchObject({ pruned: 5, rows: 5 });
    await kysely
      .updateTable('audit_chain')
      .set({ anchor_hash: 'f'.repeat(64) })
      .where('anchor_seq', '=', 5)
      .execute();
    expect(await findings()).toEqual([['changed', 6, undefined]]);
  });

  test('does not take a moved anchor for the work of retention', async () => {
    const { kysely, findings } = await openLog(fresh);
    const [chain] = await kysely.selectFrom('audit_chain').selectAll().where('seq', '=', 8).execute();
    if (chain === undefined) throw new Error('the log has no chain of eight rows');
    const { seq: anchor_seq, hash: anchor_hash } = chain;
    await kysely.updateTable('audit_chain').set({ anchor_seq, anchor_hash }).where('chain', '=', chain.chain).execute();
    await kysely.deleteFrom('audit').where('chain', '=', chain.chain).execute();
    expect(await findings()).toEqual([['missing', 1, 8]]);
  });

  test('records the anchor of a chain again when the row that recorded it is deleted by age', async () => {
    const { kysely, findings } = await openLog(fresh);
    await foldAudit({ kysely }, MINUTE);
    await pruneAudit({ kysely }, 6);
    for (let step = 1; step <= 5; step += 1) {
      expect(await pruneAudit({ kysely }, Date.now() + MINUTE)).toBe(true);
      expect(await findings()).toEqual([]);
    }
  });
});
