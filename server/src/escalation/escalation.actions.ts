import type { ChangedPolicy, PolicyAnswer } from '@vedette/contract/delivery';
import { policyMistake, type Receiver } from '@vedette/contract/escalation';
import type { AuditActor } from '../db/audit/append-audit.ts';
import { apiError } from '../http/errors.ts';
import type { CurrentUser } from '../http/guards/closed-by-default.ts';
import { isoTime } from './deliveries.present.ts';
import type { DeliveryRow, DeliveryStore } from './deliveries.store.ts';
import type { PeopleStore } from './people.store.ts';
import type { PolicyStore, StoredPolicy } from './policy.store.ts';
import type { ReceiverResolver } from './receivers.ts';

type Parts = {
  policies: PolicyStore;
  people: PeopleStore;
  receivers: ReceiverResolver;
  deliveries: DeliveryStore;
  wake: () => void;
  /** Whether webhooks can be signed. */
  webhooks: boolean;
  now: () => number;
};

export type EscalationActions = ReturnType<typeof createEscalationActions>;

export function createEscalationActions(parts: Parts) {
  const { policies, people, receivers, deliveries, wake, webhooks, now } = parts;

  async function present({ version, policy, at, by }: StoredPolicy): Promise<PolicyAnswer> {
    const everybody = await people.find({ who: 'all' });
    return {
      ...{ success: true, version, policy, webhooks },
      changed_at: at === null ? null : isoTime(at),
      changed_by: by,
      people: everybody.map(({ id, name }) => ({ id, name })),
    };
  }

  return {
    policy: async () => present(await policies.latest()),

    /** Throws CONFLICT when somebody else has changed the same version. */
    async changePolicy(
      { version, policy }: ChangedPolicy,
      by: { user: CurrentUser; actor: AuditActor },
    ): Promise<PolicyAnswer> {
      const mistake = policyMistake(policy);
      if (mistake !== null) {
        const field = `policy.${mistake.field}`;
        throw apiError('BAD_REQUEST', `${field} ${mistake.problem}`, { field });
      }
      const all = policy.rules.flatMap(({ rungs }) => rungs.flatMap(({ receivers: given }) => given));
      for (const receiver of all) refuseUnsigned(receiver);
      const next = { version: version + 1, policy, at: now(), by: by.user.shownName };
      const latest = await policies.latest();
      if (latest.version !== version || !(await policies.add(next, by.actor))) {
        const { by: other } = await policies.latest();
        throw apiError(
          'CONFLICT',
          `The policy was changed by ${other ?? 'somebody else'} in the meantime; load it again`,
        );
      }
      return present(next);
    },

    /** Sends a marked message. Returns its deliveries, one for each person or browser. */
    async test(receiver: Receiver): Promise<DeliveryRow[]> {
      refuseUnsigned(receiver);
      const asked = await receivers.deliveriesTo(receiver);
      if (asked.length === 0) throw apiError('BAD_REQUEST', 'Screens and sound are tested at the screen');
      const at = now();
      const place = { incident_id: null, round: 0, policy_version: 0, rule: 0, rung: 0, forced: 1 };
      const rows = await Promise.all(
        asked.map(async (one) => {
          const id = await deliveries.add({ ...place, ...one, asked_at: at, due_at: at, attempt_at: at });
          return deliveries.byId(id);
        }),
      );
      wake();
      return rows.filter((row) => row !== undefined);
    },
  };

  function refuseUnsigned({ kind }: Receiver) {
    if (kind === 'webhook' && !webhooks) {
      throw apiError('BAD_REQUEST', 'Webhooks are sent only when WEBHOOK_SECRET is set at the server');
    }
  }
}
