import { DEFAULT_POLICY, type EscalationPolicy } from '@vedette/contract/escalation';
import type { Kysely } from 'kysely';
import { type AuditActor, appendAudit } from '../db/audit/append-audit.ts';
import type { Schema } from '../db/schema.ts';

/** `at` is null for the default policy, which nobody has stored. */
export type StoredPolicy = { version: number; policy: EscalationPolicy; at: number | null; by: string | null };

const DEFAULT: StoredPolicy = { version: 0, policy: DEFAULT_POLICY, at: null, by: null };

export type PolicyStore = ReturnType<typeof createPolicyStore>;

/** Versions are only added, because an alarm keeps the one with which it began. */
export function createPolicyStore(kysely: Kysely<Schema>) {
  const known = new Map<number, StoredPolicy>([[0, DEFAULT]]);

  async function ofVersion(version: number): Promise<StoredPolicy> {
    const kept = known.get(version);
    if (kept !== undefined) return kept;
    const { policy, at, user_name } = await kysely
      .selectFrom('escalation_policy')
      .selectAll()
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const stored = { version, policy: JSON.parse(policy) as EscalationPolicy, at, by: user_name };
    known.set(version, stored);
    return stored;
  }

  return {
    ofVersion,

    async latest(): Promise<StoredPolicy> {
      const row = await kysely
        .selectFrom('escalation_policy')
        .select('version')
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return ofVersion(row?.version ?? 0);
    },

    /** Returns false when somebody else has stored this version. */
    add({ version, policy, at, by }: StoredPolicy & { at: number }, actor: AuditActor): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        const added = await transaction
          .insertInto('escalation_policy')
          .values({ version, policy: JSON.stringify(policy), at, user_name: by })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst();
        if (added === undefined) return false;
        const about = { actor, subject: `policy:${version}`, details: { policy }, at };
        await appendAudit(transaction, { kind: 'escalation.policy-changed', ...about });
        return true;
      });
    },
  };
}
