import { createHash } from 'node:crypto';

/** The HTTP authentication of a camera. */
export type Access = { scheme: 'basic' | 'digest'; user: string; password: string };
type AccessRequest = { method: string; uri: string; authorization: string | undefined };

const REALM = 'camera';
const NONCE = 'dcd98b7102dd2f0e8b11d0f600bfb0c0';

export function challengeOf({ scheme }: Access): string {
  return scheme === 'basic' ? `Basic realm="${REALM}"` : `Digest realm="${REALM}", nonce="${NONCE}"`;
}

export function isAllowed(
  { scheme, user, password }: Access,
  { method, uri, authorization = '' }: AccessRequest,
): boolean {
  if (scheme === 'basic') return authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  if (!authorization.startsWith('Digest ')) return false;
  const fields = new Map(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const expected = md5(`${md5(`${user}:${REALM}:${password}`)}:${NONCE}:${md5(`${method}:${uri}`)}`);
  return fields.get('username') === user && fields.get('uri') === uri && fields.get('response') === expected;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
