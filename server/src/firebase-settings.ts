import type { SettingReader } from './setting-reader.ts';
import { host } from './setting-values.ts';

/** Accounts that a Firebase project keeps. Its values are public: every page gets them. */
export type FirebaseSettings = {
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** The origin of the emulator, whose ID tokens are unsigned; absent: Firebase itself. */
  emulator: string | undefined;
};

const NEEDED = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'] as const;
const OPTIONAL = ['FIREBASE_AUTH_DOMAIN', 'FIREBASE_AUTH_EMULATOR_HOST'] as const;
/** The settings of sign-ins that are set up in the Firebase console instead. */
const OTHERS = ['GOOGLE_CLIENT_ID', 'OIDC_CLIENT_ID'] as const;

/** @returns undefined when the server keeps the accounts itself */
export function readFirebase({ read, isSet, complain }: SettingReader): FirebaseSettings | undefined {
  const identity = read('IDENTITY', embeddedOrFirebase, 'embedded');
  const projectId = read('FIREBASE_PROJECT_ID', projectName, '');
  const settings = {
    projectId,
    apiKey: read('FIREBASE_API_KEY', keyOfBrowsers, ''),
    authDomain: read('FIREBASE_AUTH_DOMAIN', host, projectId && `${projectId}.firebaseapp.com`),
    emulator: read<string | undefined>('FIREBASE_AUTH_EMULATOR_HOST', loopbackOrigin, undefined),
  };
  const isProduction = read('NODE_ENV', (text) => text, '') === 'production';
  if (identity === 'embedded') {
    for (const name of [...NEEDED, ...OPTIONAL]) if (isSet(name)) complain(`${name}: needs IDENTITY=firebase`);
    return undefined;
  }
  for (const name of NEEDED) if (!isSet(name)) complain(`${name}=: must be set too, because IDENTITY=firebase is`);
  for (const name of OTHERS) {
    if (isSet(name)) complain(`${name}: with IDENTITY=firebase, sign-ins are set up in the Firebase console`);
  }
  if (settings.emulator !== undefined) {
    // Anybody can make an unsigned token, so that none may ever open real accounts.
    if (!projectId.startsWith('demo-')) {
      complain('FIREBASE_AUTH_EMULATOR_HOST: needs a FIREBASE_PROJECT_ID that begins with demo-');
    }
    if (isProduction) {
      complain('FIREBASE_AUTH_EMULATOR_HOST: is not for production (NODE_ENV=production)');
    }
  }
  return settings;
}

function embeddedOrFirebase(text: string): 'embedded' | 'firebase' {
  if (text !== 'embedded' && text !== 'firebase') throw new Error('must be embedded or firebase');
  return text;
}

function projectName(text: string): string {
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(text)) throw new Error('must be the id of a Firebase project');
  return text;
}

function keyOfBrowsers(text: string): string {
  if (!/^[\w-]{1,200}$/.test(text)) throw new Error("must be the Web API key of the project's settings");
  return text;
}

function loopbackOrigin(text: string): string {
  if (!/^(127\.0\.0\.1|localhost):\d{1,5}$/.test(text)) {
    throw new Error('must be on this machine, such as 127.0.0.1:9099');
  }
  return `http://${text}`;
}
