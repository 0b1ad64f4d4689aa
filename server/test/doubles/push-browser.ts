import { createDecipheriv, createECDH, createHmac, randomBytes, verify } from 'node:crypto';
import type { PushSubscriptionRequest } from '@vedette/contract/delivery';
import type { Received } from './webhook-receiver.ts';

/** A browser that receives push messages from the push service at this address, and decrypts them as RFC 8291 says. */
export function pushBrowser(endpoint: string) {
  const keys = createECDH('prime256v1');
  const publicKey = keys.generateKeys();
  const authSecret = randomBytes(16);
  const subscription: PushSubscriptionRequest = {
    endpoint,
    keys: { p256dh: publicKey.toString('base64url'), auth: authSecret.toString('base64url') },
  };

  const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
    const made = createHmac('sha256', key);
    for (const part of parts) made.update(part);
    return made.digest();
  };

  function decrypt({ raw }: Received) {
    const salt = raw.subarray(0, 16);
    const sender = raw.subarray(21, 21 + (raw[20] ?? 0));
    const text = raw.subarray(21 + sender.length);
    const secret = hmac(authSecret, keys.computeSecret(sender));
    const shared = hmac(salt, hmac(secret, 'WebPush: info\0', publicKey, sender, '\u0001'));
    const key = hmac(shared, 'Content-Encoding: aes128gcm\0\u0001').subarray(0, 16);
    const nonce = hmac(shared, 'Content-Encoding: nonce\0\u0001').subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(text.subarray(-16));
    const padded = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]).toString();
    return JSON.parse(padded.slice(0, padded.lastIndexOf('\u0002')));
  }
  return { subscription, decrypt };
}

/** Checks the signature of who sent a push message (RFC 8292). @returns what it says, and the key that it is signed with */
export function vapidClaims({ headers: { authorization = '' } }: Received) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('the push message is not signed by its key');
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
