import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedIdentity } from './embedded-identity.ts';

beforeEach(() => {
  vi.spyOn(console, 'debug').mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['VALIDATION_ERROR', 'email-invalid'],
  ['INVALID_EMAIL', 'email-invalid'],
  ['BAD_REQUEST', 'email-refused'],
  ['PASSWORD_TOO_SHORT', 'password-too-short'],
])('a sign-up that the server refuses with %s is one with reason %s', async (code, reason) => {
  const answer = { success: false, message: '[body.email] Invalid', code };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status: 400 }));
  const signup = embeddedIdentity.signup({ email: 'ada ben@gmail.com', password: 'long enough' });
  await expect(signup).rejects.toMatchObject({ reason });
});
