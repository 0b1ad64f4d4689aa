import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Api, call } from './api.ts';
import { readSavedState, writeSavedState } from './saved-state.ts';

/** A reserved domain, so that the demo's account is never a real address. The demo's server allows it. */
export const DEMO_EMAIL_DOMAIN = 'vedette.example';

export type Account = { email: string; password: string };

/** The demo's account, which the first run creates; its password is random and stored in the data folder. */
export async function signIn(options: {
  url: string;
  origin: string;
  dataDir: string;
}): Promise<{ api: Api; account: Account }> {
  const file = path.join(options.dataDir, 'demo-account.json');
  const kept = readSavedState(file) as Account | undefined;
  const account = kept ?? { email: `guard@${DEMO_EMAIL_DOMAIN}`, password: randomBytes(12).toString('base64url') };
  // The password is stored before the account is created, so that a crash in between does not lose it.
  if (!kept) writeSavedState(file, account);
  const visitor = { url: options.url, origin: options.origin, cookie: '' };
  const enter = (door: 'sign-in' | 'sign-up', body: object) =>
    call(visitor, { method: 'POST', path: `/api/auth/${door}/email`, body });
  const newcomer = () => enter('sign-up', { name: '', ...account });
  const { cookie } = kept ? await enter('sign-in', account).catch(newcomer) : await newcomer();
  return { api: { ...visitor, cookie }, account };
}
