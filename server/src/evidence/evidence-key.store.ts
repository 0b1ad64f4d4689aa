import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type EvidenceKey = {
  /** PEM. */
  publicKey: string;
  /** SHA-256 of the public key in DER, in lower-case hex. */
  fingerprint: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  sign: (bytes: Uint8Array) => Buffer;
};

/** The key pair that signs evidence: made at the first start, and the same at all servers of a database. */
export async function openEvidenceKey(kysely: Kysely<Schema>, now: () => number): Promise<EvidenceKey> {
  const read = () => kysely.selectFrom('evidence_key').selectAll().executeTakeFirst();
  const row = (await read()) ?? (await makeKey(kysely, now()).then(read));
  if (row === undefined) throw new Error('The key that signs evidence could not be stored');
  const privateKey = createPrivateKey(row.private_key);
  const der = createPublicKey(row.public_key).export({ type: 'spki', format: 'der' });
  return {
    publicKey: row.public_key,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    createdAt: row.created_at,
    sign: (bytes) => sign(null, bytes, privateKey),
  };
}

/** Another server that starts at the same time may be first: then its key is kept. */
async function makeKey(kysely: Kysely<Schema>, now: number): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await kysely
    .insertInto('evidence_key')
    .values({ id: 1, private_key: privateKey, public_key: publicKey, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
