import Type, { type Static } from 'typebox';
import { LOCATION_MAX, RUNG_MAX_S } from './limits.ts';
import { Text } from './text.ts';
import { THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from './threat-level.ts';

const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100, uniqueItems: true });
const MailAddresses = Type.Array(Type.String({ format: 'mail-address', maxLength: 254 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
});
const exact = { additionalProperties: false } as const;

/** Of the people with an account. */
export const People = Type.Union([
  Type.Object({ who: Type.Literal('on_duty') }, exact),
  Type.Object({ who: Type.Literal('all') }, exact),
  Type.Object({ who: Type.Literal('named'), user_ids: Ids }, exact),
]);
export type People = Static<typeof People>;

export const Receiver = Type.Union([
  Type.Object({ kind: Type.Literal('screens') }, exact),
  Type.Object({ kind: Type.Literal('sound') }, exact),
  Type.Object({ kind: Type.Literal('push'), to: People }, exact),
  Type.Object(
    { kind: Type.Literal('webhook'), url: Type.String({ maxLength: 500, pattern: '^https?://[^\\s@#]+$' }) },
    exact,
  ),
  Type.Object(
    {
      kind: Type.Literal('email'),
      to: Type.Union([People, Type.Object({ who: Type.Literal('addresses'), addresses: MailAddresses }, exact)]),
    },
    exact,
  ),
  Type.Object({ kind: Type.Literal('ntfy'), topic: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) }, exact),
]);
export type Receiver = Static<typeof Receiver>;
export const RECEIVER_KINDS = ['screens', 'sound', 'push', 'webhook', 'email', 'ntfy'] as const;
export type ReceiverKind = Receiver['kind'];

export const Rung = Type.Object(
  {
    after_s: Type.Integer({ minimum: 0, maximum: RUNG_MAX_S, description: 'seconds without acknowledgement' }),
    receivers: Type.Array(Receiver, { minItems: 1, maxItems: 20 }),
  },
  exact,
);
export type Rung = Static<typeof Rung>;

const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM' });

/** A span that ends before it begins, or when it begins, ends on the next day. */
export const RuleHours = Type.Object(
  {
    weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6, description: '0: Sunday' }), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
    }),
    from: TimeOfDay,
    to: TimeOfDay,
  },
  exact,
);
export type RuleHours = Static<typeof RuleHours>;

/** All of its conditions must hold. */
export const EscalationRule = Type.Object(
  {
    name: Text(80),
    min_level: Type.Integer({ minimum: THREAT_LEVEL_MIN, maximum: THREAT_LEVEL_MAX }),
    locations: Type.Optional(Type.Array(Text(LOCATION_MAX), { minItems: 1, maxItems: 100, uniqueItems: true })),
    devices: Type.Optional(Ids),
    hours: Type.Optional(RuleHours),
    rungs: Type.Array(Rung, { minItems: 1, maxItems: 10 }),
  },
  exact,
);
export type EscalationRule = Static<typeof EscalationRule>;

/** What happens when nobody answers. Of the rules the first one that fits an incident applies. */
export const EscalationPolicy = Type.Object(
  {
    time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'an IANA name, such as Europe/Berlin' }),
    stale_after_minutes: Type.Integer({ minimum: 1, maximum: 1_440 }),
    rules: Type.Array(EscalationRule, { maxItems: 20 }),
  },
  exact,
);
export type EscalationPolicy = Static<typeof EscalationPolicy>;

export const DEFAULT_POLICY: EscalationPolicy = {
  time_zone: 'UTC',
  stale_after_minutes: 10,
  rules: [
    {
      name: 'High priority threats',
      min_level: 8,
      rungs: [
        { after_s: 0, receivers: [{ kind: 'screens' }] },
        { after_s: 30, receivers: [{ kind: 'sound' }] },
        { after_s: 60, receivers: [{ kind: 'push', to: { who: 'on_duty' } }] },
        {
          after_s: 180,
          receivers: [
            { kind: 'push', to: { who: 'all' } },
            { kind: 'email', to: { who: 'all' } },
          ],
        },
      ],
    },
  ],
};

/** A policy that fits the schema can still name a time zone that there is not, or have rungs out of order. */
export function policyMistake({ time_zone, rules }: EscalationPolicy): { field: string; problem: string } | null {
  if (!isTimeZone(time_zone)) return { field: 'time_zone', problem: 'is no time zone' };
  for (const [index, { rungs }] of rules.entries()) {
    const late = rungs.findIndex(({ after_s }, at) => at > 0 && after_s <= (rungs[at - 1]?.after_s ?? -1));
    if (late !== -1)
      return { field: `rules.${index}.rungs.${late}.after_s`, problem: 'must be later than the rung before it' };
  }
  return null;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** `asked`: it is being delivered, or tried again. `cancelled`: somebody answered before it could be delivered. */
export const DELIVERY_STATES = ['asked', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
