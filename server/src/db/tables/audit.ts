import type { Generated } from 'kysely';

/** Milliseconds since the epoch. */
type Millis = number;

/** Who did what. Rows are never changed; triggers refuse it. */
export type AuditTable = {
  id: Generated<number>;
  chain: string;
  /** Counts the rows of its chain from 1 on, without gaps. */
  seq: number;
  at: Millis;
  kind: string;
  /** The account; null for the server itself and for who has none. */
  actor_id: string | null;
  /** Null: the server itself. */
  actor_name: string | null;
  address: string | null;
  /** What it is about, as kind:id. */
  subject: string | null;
  /** JSON text, which the hash is about to the letter. */
  details: string;
  /** The hash of the row before it in its chain. */
  previous: string;
  /** SHA-256 of this row: see `audit-hash.ts`. */
  hash: string;
};

/** The newest row of each chain, which is locked while one is added, and the newest row that retention has deleted. */
export type AuditChainTable = {
  chain: string;
  seq: number;
  hash: string;
  /** When its newest row was added. */
  at: Millis;
  anchor_seq: number;
  anchor_hash: string;
  /** Up to which row the chain of folds has its hash. */
  folded_seq: number;
};
