import Type, { type Static } from 'typebox';
import { DELIVERY_STATES, EscalationPolicy, RECEIVER_KINDS, Receiver } from './escalation.ts';

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Success = { success: Type.Literal(true) };

/** Something that somebody outside was told, or could not be told. */
export const Delivery = Type.Object({
  id: Type.Integer(),
  incident_id: Nullable(Type.Integer({ description: 'null for a test' })),
  kind: Type.String(),
  receiver: Type.String({ description: "a person's name, a mail address, a host or a topic" }),
  state: Type.Enum(DELIVERY_STATES),
  attempts: Type.Integer(),
  asked_at: Timestamp,
  late_s: Type.Integer({ description: 'when no server was running as it was due; else 0' }),
  next_attempt_at: Nullable(Timestamp),
  delivered_at: Nullable(Timestamp),
  error: Nullable(Type.String({ description: 'of the last attempt' })),
  opened_at: Nullable(Timestamp),
  opened_by: Nullable(Type.String()),
});
export type Delivery = Static<typeof Delivery>;

/** GET /api/incidents/{id}/deliveries in order, and GET /api/deliveries, the newest first. */
export const DeliveriesAnswer = Type.Object({ ...Success, deliveries: Type.Array(Delivery) });
export type DeliveriesAnswer = Static<typeof DeliveriesAnswer>;

export const DeliveryAnswer = Type.Object({ ...Success, delivery: Delivery });
export type DeliveryAnswer = Static<typeof DeliveryAnswer>;

export const DeliveriesQuery = Type.Object({ state: Type.Literal('failed') });

/** GET and PUT /api/escalation/policy. */
export const PolicyAnswer = Type.Object({
  ...Success,
  version: Type.Integer({ description: '0: the default, which nobody has changed' }),
  policy: EscalationPolicy,
  changed_at: Nullable(Timestamp),
  changed_by: Nullable(Type.String()),
  webhooks: Type.Boolean({ description: 'whether WEBHOOK_SECRET is set' }),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), { description: 'with an account' }),
});
export type PolicyAnswer = Static<typeof PolicyAnswer>;

export const ChangedPolicy = Type.Object(
  { version: Type.Integer({ minimum: 0, description: 'that was changed' }), policy: EscalationPolicy },
  { additionalProperties: false },
);
export type ChangedPolicy = Static<typeof ChangedPolicy>;

/** POST /api/escalation/tests: sends a marked message to a receiver. */
export const TestRequest = Type.Object({ receiver: Receiver }, { additionalProperties: false });
export type TestRequest = Static<typeof TestRequest>;

/** What the latest rung of an incident tells screens. */
export const Escalated = Type.Object({
  incident_id: Type.Integer(),
  rung: Type.Integer(),
  kinds: Type.Array(Type.Enum(RECEIVER_KINDS)),
  title: Type.String({ description: 'weapon and place' }),
  threat_level: Type.Integer(),
  unanswered_s: Type.Integer({ description: 'seconds for which nobody had answered when the rung was due' }),
  late_s: Type.Integer({ description: '0, or how late it was because no server was running' }),
});

/** GET /api/escalation/state: what must be shown as an alarm of its own. */
export const EscalationStateAnswer = Type.Object({
  ...Success,
  unanswered: Type.Array(Escalated, { description: 'incidents of which screens were told, at most 20' }),
  undelivered: Type.Array(Type.Object({ incident_id: Type.Integer(), title: Type.String(), since: Timestamp }), {
    description: 'unanswered incidents whose alarm has reached nobody outside, at most 20',
  }),
});
export type EscalationStateAnswer = Static<typeof EscalationStateAnswer>;

/** GET and PUT /api/duty: the longest on duty first. */
export const DutyAnswer = Type.Object({
  ...Success,
  on_duty: Type.Array(Type.Object({ user_id: Type.String(), name: Type.String(), since: Timestamp })),
  me: Type.Boolean({ description: 'whether the caller is on duty' }),
});
export type DutyAnswer = Static<typeof DutyAnswer>;

export const DutyRequest = Type.Object({ on: Type.Boolean() }, { additionalProperties: false });

const PushEndpoint = Type.String({ maxLength: 1_000, pattern: '^https?://[^\\s@#]+$' });
const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+=*$' });

export const PushKeyAnswer = Type.Object({ ...Success, public_key: Type.String() });
export type PushKeyAnswer = Static<typeof PushKeyAnswer>;

/** PUT /api/push/subscription, in the form of the browser's `PushSubscription`. */
export const PushSubscriptionRequest = Type.Object(
  {
    endpoint: PushEndpoint,
    expirationTime: Type.Optional(Nullable(Type.Number())),
    keys: Type.Object({ p256dh: Base64Url(200), auth: Base64Url(100) }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);
export type PushSubscriptionRequest = Static<typeof PushSubscriptionRequest>;

export const PushEndedRequest = Type.Object({ endpoint: PushEndpoint }, { additionalProperties: false });

export const DoneAnswer = Type.Object(Success);
export type DoneAnswer = Static<typeof DoneAnswer>;
