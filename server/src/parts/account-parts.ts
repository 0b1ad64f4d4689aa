import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type AccountMails, accountMails } from '../accounts/account-mails.ts';
import { type AccountStore, accountStore } from '../accounts/accounts.store.ts';
import { carriesApiToken } from '../accounts/api-tokens/api-token.ts';
import { type ApiTokenStore, apiTokenStore } from '../accounts/api-tokens/api-tokens.store.ts';
import { tokenGate } from '../accounts/api-tokens/token-gate.ts';
import { type FirebasePart, openFirebase } from '../accounts/firebase/open-firebase.ts';
import { type Identity, lazyIdentity } from '../accounts/identity/identity.ts';
import { type InvitationStore, invitationStore } from '../accounts/invitations/invitations.store.ts';
import { type CredentialLimits, credentialLimits } from '../accounts/limits/credential-limits.ts';
import { familiarNetworks } from '../accounts/limits/familiar-networks.store.ts';
import { type PeopleStore, peopleStore } from '../accounts/people/people.store.ts';
import { type AuthenticatorCodes, authenticatorCodes } from '../accounts/second-factor/authenticator-codes.ts';
import { type SecondFactorStore, secondFactorStore } from '../accounts/second-factor/second-factor.store.ts';
import { sessionCookieName } from '../accounts/sessions/session-cookie.ts';
import { type SessionReader, sessionReader } from '../accounts/sessions/session-reader.ts';
import { type RenewSession, sessionRenewal } from '../accounts/sessions/session-renewal.ts';
import { type EndReplacedSession, sessionReplacement } from '../accounts/sessions/session-replacement.ts';
import { type SessionStore, sessionFinder, sessionStore } from '../accounts/sessions/sessions.store.ts';
import type { Background } from '../background.ts';
import type { CurrentUser } from '../http/guards/closed-by-default.ts';
import { ownOriginFinder, ownOrigins } from '../http/guards/own-origin.ts';
import { sharedBuckets } from '../http/guards/token-buckets.store.ts';
import { type OpenBuckets, tokenBuckets } from '../http/guards/token-buckets.ts';
import { type Mailer, mailer, type SendMail } from '../mail/mailer.ts';
import { outbox } from '../mail/outbox.ts';
import { smtp } from '../mail/smtp.ts';
import type { DatabaseParts } from './open-database.ts';
import type { Basics } from './part.ts';

export type AccountParts = {
  /** The address to show; its scheme determines the attributes of cookies. */
  baseUrl: string;
  /** Returns the server's own origin that a request was sent to. */
  originOf: (request: FastifyRequest) => string;
  mail: Mailer;
  /** The same, for who must know whether it was sent. */
  sendMail: SendMail;
  accountMails: AccountMails;
  accountStore: AccountStore;
  identity: Identity;
  /** On PostgreSQL, all servers of the database share the buckets. */
  openBuckets: OpenBuckets;
  credentialLimits: CredentialLimits;
  readSession: SessionReader;
  /** The name of the session's cookie, and the secret that signs it. */
  sessionCookie: { name: string; secret: string };
  /** Reads who calls, by session or, with a team, by API token. */
  readCaller: (request: FastifyRequest) => Promise<CurrentUser | null>;
  apiTokenStore: ApiTokenStore;
  peopleStore: PeopleStore;
  invitationStore: InvitationStore;
  secondFactorStore: SecondFactorStore;
  authenticatorCodes: AuthenticatorCodes;
  renewSession: RenewSession;
  endReplacedSession: EndReplacedSession;
  sessionStore: SessionStore;
  /** Null when this server keeps the accounts itself. */
  firebase: FirebasePart | null;
};

type Parts = Basics &
  Pick<DatabaseParts, 'database' | 'secret'> & {
    background: Background;
    /** Set by tests; otherwise the database's clock is used, which all servers share. */
    sharedClock: (() => number) | undefined;
    firebaseKeysUrl: string | undefined;
  };

/** Builds accounts, their sessions, limits and mails. */
export function buildAccountParts(parts: Parts): AccountParts {
  const { config, now, elapsed, log, database, secret, background } = parts;
  const [baseUrl] = ownOrigins(config);
  const https = baseUrl.startsWith('https:');
  const cookie = { name: sessionCookieName({ https }), secret };
  const sessions = sessionStore(database);
  const accounts = accountStore(database, config);

  const openBuckets: OpenBuckets =
    database.dialect === 'postgres'
      ? sharedBuckets({ kysely: database.kysely, secret, now: parts.sharedClock })
      : (_name, size) => tokenBuckets({ ...size, elapsed });
  const familiar = familiarNetworks({ kysely: database.kysely, secret, now });
  const limits = credentialLimits({ open: openBuckets, familiar });

  const { smtpUrl, mailFrom: from, registration } = config;
  const send =
    smtpUrl === undefined
      ? outbox({ directory: join(config.dataDir, 'outbox'), from, now, log })
      : smtp({ url: smtpUrl, from });
  const mail = mailer({ send, background });
  const mails = accountMails(mail);
  const { forgetResets } = accounts;
  const readSession = sessionReader({ find: sessionFinder(database), now, cookie, ...config });
  const apiTokens = apiTokenStore(database);
  const readToken = tokenGate({ store: apiTokens, now, elapsed, log });
  const firebase = openFirebase({
    config,
    database,
    sessions,
    readSession,
    cookie,
    now,
    keysUrl: parts.firebaseKeysUrl,
  });
  return {
    baseUrl,
    originOf: ownOriginFinder(config),
    mail,
    sendMail: send,
    accountMails: mails,
    accountStore: accounts,
    identity: lazyIdentity(
      { secret, log, mails, forgetResets, limits, registration, secondFactor: config.team },
      database,
    ),
    openBuckets,
    credentialLimits: limits,
    readSession,
    sessionCookie: cookie,
    readCaller: config.team
      ? (request) => (carriesApiToken(request.headers) ? readToken(request) : readSession(request))
      : readSession,
    apiTokenStore: apiTokens,
    peopleStore: peopleStore(database),
    invitationStore: invitationStore(database),
    secondFactorStore: secondFactorStore(database),
    authenticatorCodes: authenticatorCodes(secret),
    renewSession: firebase?.renewSession ?? sessionRenewal({ sessions, now, cookie, https }),
    endReplacedSession: sessionReplacement({ sessions, cookie }),
    sessionStore: sessions,
    firebase,
  };
}
