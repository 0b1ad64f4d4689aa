import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { PushKeys } from './senders/push.ts';

/** The key pair with which push services know this site: made once, and the same at all servers. */
export function createPushKeys(kysely: Kysely<Schema>): () => Promise<PushKeys> {
  let known: PushKeys | undefined;

  const read = async () => {
    const row = await kysely.selectFrom('push_key').selectAll().executeTakeFirst();
    return row && { publicKey: row.public_key, privateKey: row.private_key };
  };

  return async () => {
    known ??= await read();
    if (known !== undefined) return known;
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await kysely
      .insertInto('push_key')
      .values({ id: 1, public_key: publicKey, private_key: privateKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another server may have been first.
    known = await read();
    if (known === undefined) throw new Error('The key pair for push messages could not be stored');
    return known;
  };
}
