import Type, { type Static } from 'typebox';

/** GET /.well-known/vedette-evidence-key: the key with which this server signs evidence. */
export const EvidenceKeyDocument = Type.Object({
  algorithm: Type.Literal('Ed25519'),
  fingerprint: Type.String({ description: 'SHA-256 of the key in DER, 64 lower-case hex digits' }),
  public_key: Type.String({ description: 'PEM, as in the archives' }),
  created_at: Type.String({ format: 'date-time', description: 'ISO 8601, UTC' }),
});
export type EvidenceKeyDocument = Static<typeof EvidenceKeyDocument>;
