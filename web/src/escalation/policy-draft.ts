import type { EscalationPolicy, EscalationRule, Receiver, ReceiverKind, Rung } from '@vedette/contract/escalation';

/** A policy while it is edited: each part has a key that it keeps when others are added or removed. */
export type DraftReceiver = { key: string; receiver: Receiver };
export type DraftRung = { key: string; after_s: number; receivers: DraftReceiver[] };
export type DraftRule = Omit<EscalationRule, 'rungs'> & { key: string; rungs: DraftRung[] };
export type Draft = Omit<EscalationPolicy, 'rules'> & { rules: DraftRule[] };

const newKey = () => crypto.randomUUID();

const draftReceiver = (receiver: Receiver): DraftReceiver => ({ key: newKey(), receiver });
const draftRung = ({ after_s, receivers }: Rung): DraftRung => ({
  ...{ key: newKey(), after_s },
  receivers: receivers.map(draftReceiver),
});

export function draftOf(policy: EscalationPolicy): Draft {
  return {
    ...policy,
    rules: policy.rules.map((rule) => ({ ...rule, key: newKey(), rungs: rule.rungs.map(draftRung) })),
  };
}

export function policyOf({ rules, ...rest }: Draft): EscalationPolicy {
  return {
    ...rest,
    rules: rules.map(({ key: _rule, rungs, ...rule }) => ({
      ...rule,
      rungs: rungs.map(({ after_s, receivers }) => ({
        after_s,
        receivers: receivers.map(({ receiver }) => receiver),
      })),
    })),
  };
}

export function newRule(number: number): DraftRule {
  const rungs = [draftRung({ after_s: 0, receivers: [{ kind: 'screens' }] })];
  return { key: newKey(), name: `Rule ${number}`, min_level: 8, rungs };
}

/** A minute after the last one. */
export function nextRung(rungs: readonly DraftRung[]): DraftRung {
  return draftRung({ after_s: (rungs.at(-1)?.after_s ?? -60) + 60, receivers: [{ kind: 'sound' }] });
}

export const newReceiver = (): DraftReceiver => draftReceiver({ kind: 'screens' });

export function receiverOf(kind: ReceiverKind): Receiver {
  switch (kind) {
    case 'screens':
    case 'sound':
      return { kind };
    case 'push':
    case 'email':
      return { kind, to: { who: 'on_duty' } };
    case 'webhook':
      return { kind, url: '' };
    case 'ntfy':
      return { kind, topic: '' };
  }
}

/** The list with one part replaced; without it for null. */
export function withPart<Part extends { key: string }>(
  parts: readonly Part[],
  { key, part }: { key: string; part: Part | null },
): Part[] {
  return parts.flatMap((one) => (one.key !== key ? [one] : part === null ? [] : [part]));
}
