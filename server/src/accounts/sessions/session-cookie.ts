import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'vedette';

/** A session that nobody uses for so long is over. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;

/** better-auth's name for it; browsers keep `__Secure-` cookies from plain http. */
export function sessionCookieName({ https }: { https: boolean }): string {
  return `${https ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

/** The session's token out of a Cookie header, or null when there is none or its signature is not ours. */
export function readSessionCookie(header: string | undefined, key: { name: string; secret: string }): string | null {
  const value = header === undefined ? undefined : cookieValue(header, key.name);
  if (value === undefined) return null;
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const right = Buffer.from(signatureOf(token, key.secret));
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

export function signatureOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

/** better-auth's sign that the session shall end with the browser. */
export function isForThisBrowserRunOnly(header: string | undefined, { https }: { https: boolean }): boolean {
  const name = `${https ? '__Secure-' : ''}${COOKIE_PREFIX}.dont_remember`;
  return header !== undefined && cookieValue(header, name) !== undefined;
}

/** The same cookie as the library would set for this session now. */
export function sessionCookie(token: string, { name, secret }: { name: string; secret: string }): string {
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret)}`);
  const secure = name.startsWith('__Secure-') ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/** The first one counts, as it does for better-auth. */
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
