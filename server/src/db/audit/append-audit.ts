import { randomBytes } from 'node:crypto';
import type { AuditKind } from '@vedette/contract/audit';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { AuditTable } from '../tables/audit.ts';
import { auditHash, FIRST_PREVIOUS } from './audit-hash.ts';

/** Who did it; null: the server itself. */
export type AuditActor = {
  /** The account's; null for who has none, such as the console of the machine. */
  id: string | null;
  /** The mail address of an account. */
  name: string;
  /** The network address of the request. */
  address?: string | null;
  /** The API token that acted for the account. */
  token?: { id: string; name: string } | undefined;
} | null;

export type NewAuditEntry = {
  kind: AuditKind;
  actor: AuditActor;
  /** What it is about, as kind:id, such as detection:17. */
  subject: string | null;
  /** Must become JSON, and hold no secret. */
  details?: Record<string, unknown>;
  /** Milliseconds since the epoch; absent: now. */
  at?: number;
};

/**
 * Adds rows to the audit log, in the transaction of what they record. Call it last in the transaction: it locks the chain of
 * this thread until the commit, and what is locked after it could deadlock with a transaction that waits for the chain.
 */
export async function appendAudit(
  transaction: Kysely<Schema>,
  entries: NewAuditEntry | readonly NewAuditEntry[],
): Promise<void> {
  await appendToChain(transaction, { chain: OWN_CHAIN, entries: [entries].flat() });
}

export type RecordAudit = (entry: NewAuditEntry) => Promise<void>;

/** Adds a row about what changes nothing else, in a transaction of its own. */
export function recordAudit(kysely: Kysely<Schema>, entry: NewAuditEntry): Promise<void> {
  return kysely.transaction().execute((transaction) => appendAudit(transaction, entry));
}

/** Each thread that writes has a chain of its own for each run, so that none waits for another. */
const OWN_CHAIN = randomBytes(8).toString('hex');

/** The database takes so many values in a statement that these fit. */
const ROWS_PER_STATEMENT = 500;

type Appending = { chain: string; entries: readonly NewAuditEntry[] };

export async function appendToChain(transaction: Kysely<Schema>, { chain, entries }: Appending): Promise<void> {
  if (entries.length === 0) return;
  const now = Date.now();
  const at = entries.at(-1)?.at ?? now;
  const count = entries.length;
  // Locks the chain on PostgreSQL; on SQLite a transaction that begins with it waits for the write lock.
  const head = await transaction
    .insertInto('audit_chain')
    .values({
      ...{ chain, seq: count, hash: FIRST_PREVIOUS, at },
      ...{ anchor_seq: 0, anchor_hash: FIRST_PREVIOUS, folded_seq: 0 },
    })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ seq: sql`audit_chain.seq + ${count}`, at }))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  let previous = head.hash;
  const rows = entries.map((entry, index): Insertable<AuditTable> => {
    const row = { ...columnsOf(entry, now), chain, seq: head.seq - count + 1 + index, previous };
    previous = auditHash(row);
    return { ...row, hash: previous };
  });
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const some = rows.slice(from, from + ROWS_PER_STATEMENT);
    await transaction.insertInto('audit').values(some).execute();
  }
  await transaction.updateTable('audit_chain').set({ hash: previous }).where('chain', '=', chain).execute();
}

function columnsOf({ kind, actor, subject, details = {}, at }: NewAuditEntry, now: number) {
  return {
    at: at ?? now,
    kind,
    actor_id: actor?.id ?? null,
    actor_name: actor === null ? null : storable(actor.name),
    address: actor?.address ?? null,
    subject: subject === null ? null : storable(subject),
    // PostgreSQL's text takes no NUL, and JSON writes it as \u0000.
    details: JSON.stringify(actor?.token === undefined ? details : { ...details, token: actor.token }),
  };
}

/** Both databases give back what they were given only when it is well-formed and without NUL. */
function storable(text: string): string {
  return text.replace(/[\p{Cs}\0]/gu, '\u{fffd}');
}
