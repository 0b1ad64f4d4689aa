import { FOLD_EVERY_MS, foldAudit } from '../../db/audit/fold-audit.ts';
import { pruneAudit } from '../../db/audit/prune-audit.ts';
import type { Database } from '../../db/database.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const PRUNE_EVERY_MS = 60 * 60 * 1_000;

/**
 * Folds the chains of the audit log once a minute, and deletes once an hour what is older than its retention.
 * @returns a step, which resolves to whether more is due at once
 */
export function createAuditUpkeep(options: {
  database: Database;
  auditRetentionDays: number;
  now: () => number;
}): () => Promise<boolean> {
  const { database, auditRetentionDays: days, now } = options;
  let nextFoldAt = 0;
  let nextPruningAt = 0;
  return async () => {
    const at = now();
    if (at >= nextFoldAt) {
      await foldAudit(database, at);
      nextFoldAt = at + FOLD_EVERY_MS;
    }
    if (days === 0 || at < nextPruningAt) return false;
    const more = await pruneAudit(database, at - days * DAY_MS);
    if (!more) nextPruningAt = at + PRUNE_EVERY_MS;
    return more;
  };
}
