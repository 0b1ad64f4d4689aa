import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'vedette';

/** A session ends when it is unused for this long. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;

/** better-auth's cookie name; browsers accept `__Secure-` cookies over https only. */
export function sessionCookieName({ https }: { https: boolean }): string {
  return `${https ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

/** Returns the session token of a Cookie header, or null when it is missing or its signature is invalid. */
export function readSessionCookie(header: string | undefined, key: { name: string; secret: string }): string | null {
  const value = header === undefined ? undefined : cookieValue(header, key.name);
  if (value === undefined) return null;
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const expected = Buffer.from(signatureOf(token, key.secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

export function signatureOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

/** Whether better-auth's cookie marks the session to end with the browser. */
export function isBrowserSession(header: string | undefined, { https }: { https: boolean }): boolean {
  const name = `${https ? '__Secure-' : ''}${COOKIE_PREFIX}.dont_remember`;
  return header !== undefined && cookieValue(header, name) !== undefined;
}

/** The cookie that the library would set for this session now. */
export function sessionCookie(token: string, { name, secret }: { name: string; secret: string }): string {
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret)}`);
  const secure = name.startsWith('__Secure-') ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/** The first cookie of a name counts, as in better-auth. */
function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
