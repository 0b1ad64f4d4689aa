import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from '@firebase/auth';
import { loadPublicConfig } from '../../../api/public-config.ts';
import { identityError } from '../identity-error.ts';

let opening: Promise<Auth> | null = null;
let opened: Auth | null = null;

/** The SDK with the project that the server names, once it knows who was signed in before. */
export function firebaseAuth(): Promise<Auth> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** The same, synchronously: browsers open a window only inside a click handler. */
export function openedAuth(): Auth | null {
  return opened;
}

async function open(): Promise<Auth> {
  const { firebase } = await loadPublicConfig();
  if (firebase === undefined) throw identityError('not-configured');
  const { project_id: projectId, api_key: apiKey, auth_domain: authDomain, emulator } = firebase;
  const auth = initializeAuth(initializeApp({ projectId, apiKey, authDomain }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (emulator !== undefined) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  await auth.authStateReady();
  opened = auth;
  return auth;
}
