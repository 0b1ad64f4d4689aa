import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { SessionReader } from '../sessions/session-reader.ts';
import type { RenewSession } from '../sessions/session-renewal.ts';
import type { SessionStore } from '../sessions/sessions.store.ts';
import { type FirebaseStore, firebaseStore } from './firebase.store.ts';
import { type ExchangeIdToken, idTokenExchange } from './firebase-session.actions.ts';
import { GOOGLE_KEYS_URL, googleKeys } from './google-keys.ts';
import { idTokenVerifier } from './id-tokens.ts';

export type FirebasePart = {
  exchange: ExchangeIdToken;
  firebase: FirebaseStore;
  cookie: { name: string; secret: string };
  /** Only a new ID token extends a session, because it proves that the account still exists. */
  renewSession: RenewSession;
};

type Parts = {
  config: Config;
  database: Database;
  sessions: SessionStore;
  readSession: SessionReader;
  cookie: { name: string; secret: string };
  now: () => number;
  keysUrl: string | undefined;
};

/** Null when this server keeps the accounts itself. */
export function openFirebase(parts: Parts): FirebasePart | null {
  const { config, database, sessions, readSession, cookie, now, keysUrl = GOOGLE_KEYS_URL } = parts;
  if (config.firebase === undefined) return null;
  const store = firebaseStore(database);
  const verify = idTokenVerifier({ settings: config.firebase, keys: googleKeys({ url: keysUrl, now }), now });
  return {
    exchange: idTokenExchange({ verify, store, sessions, readSession, now, config }),
    firebase: store,
    cookie,
    renewSession: async ({ expiresAt }) => new Date(expiresAt).getTime(),
  };
}
