import Type, { type Static } from 'typebox';
import { AUDIT_GROUPS, AUDIT_KINDS, type AuditGroup, type AuditKind } from './audit-kinds.ts';
import { PageQuery } from './detection.ts';
import { Text } from './text.ts';

export * from './audit-kinds.ts';
export * from './audit-words.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const strict = { additionalProperties: false };

/** The filters of the audit log. They can be combined; an entry must satisfy all of them. */
export const AuditFilter = Type.Object(
  {
    kind: Type.Optional(
      Type.Unsafe<AuditGroup | AuditKind>({
        type: 'string',
        enum: [...AUDIT_GROUPS, ...AUDIT_GROUPS.flatMap((group) => AUDIT_KINDS[group])],
        description: 'a kind or a group of kinds; absent: all but audit.folded',
      }),
    ),
    actor: Type.Optional(Text(254, { description: 'the mail address that the person had, whatever its case' })),
    subject: Type.Optional(Text(300, { description: 'what it is about, exactly, such as detection:17' })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'the first moment that counts' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'the first moment that no longer counts' })),
  },
  strict,
);
export type AuditFilter = Static<typeof AuditFilter>;

/** The query of GET /api/audit. */
export const AuditQuery = Type.Object({ ...PageQuery.properties, ...AuditFilter.properties }, strict);
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String({ format: 'date-time', description: 'ISO 8601, UTC' }),
  kind: Type.String(),
  actor: Nullable(
    Type.Object(
      { id: Nullable(Type.String({ description: 'of the account' })), name: Type.String() },
      { description: 'null: the server itself' },
    ),
  ),
  address: Nullable(Type.String({ description: 'the network address of the request' })),
  subject: Nullable(Type.String({ description: 'kind:id' })),
  details: Type.Record(Type.String(), Type.Unknown()),
  chain: Type.String(),
  seq: Type.Integer({ description: 'counts the entries of the chain' }),
  previous: Type.String({ description: 'the hash of the entry before it in its chain' }),
  hash: Type.String({ description: 'SHA-256' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** GET /api/audit, newest first. */
export const AuditAnswer = Type.Object({
  success: Type.Literal(true),
  entries: Type.Array(AuditEntry),
  next_cursor: Nullable(Type.String()),
});
export type AuditAnswer = Static<typeof AuditAnswer>;
