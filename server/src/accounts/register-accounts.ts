import type { FastifyRequest } from 'fastify';
import type { Background } from '../background.ts';
import type { Config } from '../config.ts';
import type { Api } from '../http/api.ts';
import type { Streams } from '../live/streams.ts';
import { accountChanges } from './account-changes.actions.ts';
import { accountChangeRoutes } from './account-changes.routes.ts';
import type { AccountMails } from './account-mails.ts';
import { accountRoutes } from './accounts.routes.ts';
import type { AccountStore } from './accounts.store.ts';
import { apiTokenRoutes } from './api-tokens/api-tokens.routes.ts';
import type { ApiTokenStore } from './api-tokens/api-tokens.store.ts';
import { firebaseRoutes } from './firebase/firebase.routes.ts';
import type { FirebasePart } from './firebase/open-firebase.ts';
import type { Identity } from './identity/identity.ts';
import { identityCaller } from './identity/identity-call.ts';
import { invitationRoutes } from './invitations/invitations.routes.ts';
import type { InvitationStore } from './invitations/invitations.store.ts';
import type { CredentialLimits } from './limits/credential-limits.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import type { PeopleStore } from './people/people.store.ts';
import { publicConfigRoutes } from './public-config.routes.ts';
import type { AuthenticatorCodes } from './second-factor/authenticator-codes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import type { SecondFactorStore } from './second-factor/second-factor.store.ts';
import { secondFactorSignIn } from './second-factor/second-factor-sign-in.actions.ts';
import { secondFactorSignInRoutes } from './second-factor/second-factor-sign-in.routes.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import type { SessionReader } from './sessions/session-reader.ts';
import type { RenewSession } from './sessions/session-renewal.ts';
import type { EndReplacedSession } from './sessions/session-replacement.ts';
import type { SessionStore } from './sessions/sessions.store.ts';
import { signedInAnswerer } from './signed-in-answer.ts';
import { socialRoutes } from './social/social.routes.ts';
import { verificationRoutes } from './verification.routes.ts';

type Parts = {
  config: Config;
  now: () => number;
  originOf: (request: FastifyRequest) => string;
  background: Background;
  identity: Identity;
  accountStore: AccountStore;
  accountMails: AccountMails;
  credentialLimits: CredentialLimits;
  sessionStore: SessionStore;
  apiTokenStore: ApiTokenStore;
  peopleStore: PeopleStore;
  invitationStore: InvitationStore;
  secondFactorStore: SecondFactorStore;
  authenticatorCodes: AuthenticatorCodes;
  streams: Pick<Streams, 'checkSessions'>;
  readSession: SessionReader;
  sessionCookie: { name: string; secret: string };
  renewSession: RenewSession;
  endReplacedSession: EndReplacedSession;
  firebase: FirebasePart | null;
};

/** Registers all routes of the accounts. */
export function registerAccounts(api: Api, parts: Parts): void {
  const { config, now, originOf, background, identity, readSession, renewSession, endReplacedSession } = parts;
  const { accountStore: store, accountMails: mails, credentialLimits: limits, sessionStore: sessions } = parts;
  publicConfigRoutes(api, { config });
  sessionRoutes(api, { readSession, renewSession, sessions, store, now, isFirebase: parts.firebase !== null });
  if (config.team) {
    const { peopleStore, apiTokenStore: tokens } = parts;
    const { checkSessions: onSessionsEnded } = parts.streams;
    const secondFactor = parts.firebase === null;
    peopleRoutes(api, { store: peopleStore, tokens, onSessionsEnded, secondFactor, now });
    apiTokenRoutes(api, { store: tokens, limits, now });
  }
  if (parts.firebase !== null) {
    firebaseRoutes(api, { ...parts.firebase, store, sessions, endReplacedSession, limits, now });
    return;
  }
  const callIdentity = identityCaller({ identity, endReplacedSession, originOf });
  const changes = accountChanges({ store, identity, mails, limits, now });
  const answerSignedIn = signedInAnswerer({ store, sessions });

  if (config.team) {
    const mailServer = config.smtpUrl !== undefined;
    invitationRoutes(api, { store: parts.invitationStore, identity, mails, limits, mailServer, originOf, now });
    const factors = { store: parts.secondFactorStore, codes: parts.authenticatorCodes, callIdentity, limits, now };
    secondFactorRoutes(api, { ...factors, config, onSessionsEnded: parts.streams.checkSessions });
    const signIn = secondFactorSignIn({ ...factors, accounts: store });
    secondFactorSignInRoutes(api, { signIn, answerSignedIn, limits });
  }
  accountRoutes(api, {
    ...{ callIdentity, store, sessions, cookie: parts.sessionCookie, answerSignedIn },
    ...{ limits, config },
  });
  accountChangeRoutes(api, { changes, callIdentity, store, limits, originOf });
  passwordResetRoutes(api, { callIdentity, identity, background, store, limits, originOf });
  verificationRoutes(api, { callIdentity, identity, store, mails, limits, originOf });
  socialRoutes(api, {
    callIdentity,
    limits,
    providers: config.socialProviders,
    originOf,
    readSession,
    cookie: parts.sessionCookie,
  });
}
