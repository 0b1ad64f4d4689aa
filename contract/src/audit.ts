import Type, { type Static } from 'typebox';
import { PageQuery } from './detection.ts';
import { Text } from './text.ts';

/** What the audit log records. A new kind is added here, with its words in the page's `audit-words.ts`. */
export const AUDIT_KINDS = [
  'sign-in.succeeded',
  'sign-in.failed',
  'sign-out',
  'account.created',
  'account.linked',
  'account.email-verified',
  'account.email-changed',
  'account.password-changed',
  'account.deleted',
  'device.registered',
  'device.changed',
  'device.key-rotated',
  'device.revoked',
  'incident.acknowledged',
  'incident.closed',
  'incident.reopened',
  'incident.noted',
  'incident.undone',
  'detection.deleted',
  'detections.cleared',
  'detections.expired',
  'export.detections',
  'export.audit',
  'server.started',
  'audit.folded',
  'audit.pruned',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A row of the audit log. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  timestamp: Timestamp,
  kind: Type.String({ description: 'one of the kinds of the filter; an older server may have written another' }),
  actor: Nullable(
    Type.Object(
      {
        id: Nullable(Type.String({ description: 'of the account' })),
        name: Type.String(),
        address: Nullable(Type.String({ description: 'the network address of the request' })),
      },
      { description: 'null: the server itself' },
    ),
  ),
  subject: Nullable(Type.String({ description: 'what it is about, as kind:id' })),
  details: Type.Record(Type.String(), Type.Unknown()),
  chain: Type.String(),
  number: Type.Integer({ description: 'of the row in its chain, without gaps' }),
  previous: Type.String({ description: 'SHA-256 of the row before it in its chain, hex' }),
  hash: Type.String({ description: 'SHA-256 of the row, hex' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditFilter = Type.Object({
  kind: Type.Optional(Type.Enum(AUDIT_KINDS)),
  who: Type.Optional(Text(320, { description: 'the name of who did it, whatever its case' })),
  what: Type.Optional(Text(320, { description: 'the subject, such as detection:17' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'the first moment that counts' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'the first moment that no longer counts' })),
});
export type AuditFilter = Static<typeof AuditFilter>;

/** The query of GET /api/audit. */
export const AuditQuery = Type.Object({ ...PageQuery.properties, ...AuditFilter.properties });

/** GET /api/audit: newest first. */
export const AuditAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(AuditEntry),
  next_cursor: Nullable(Type.String({ description: 'opaque; null on the last page' })),
});
export type AuditAnswer = Static<typeof AuditAnswer>;
