import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type AccountMails, accountMails } from './accounts/account-mails.ts';
import { type AccountStore, accountStore } from './accounts/accounts.store.ts';
import { type CredentialLimits, credentialLimits } from './accounts/credential-limits.ts';
import { type Identity, lazyIdentity } from './accounts/identity.ts';
import { sessionCookieName } from './accounts/session-cookie.ts';
import { type SessionReader, sessionReader } from './accounts/session-reader.ts';
import { type RenewSession, sessionRenewal } from './accounts/session-renewal.ts';
import { type EndReplacedSession, sessionReplacement } from './accounts/session-replacement.ts';
import { sessionSecret } from './accounts/session-secret.ts';
import { type SessionStore, sessionFinder, sessionStore } from './accounts/sessions.store.ts';
import { type Background, startBackground } from './background.ts';
import type { Config } from './config.ts';
import { type ContactStore, contactStore } from './contact/contact.store.ts';
import { ensureActiveThreatIndex } from './db/active-threat-index.ts';
import { type Database, databaseAddress, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createDetectionEventLog, createdEvents } from './detections/detection-events.store.ts';
import { createDetectionStore, type DetectionStore } from './detections/detections.store.ts';
import { type DeviceGate, deviceGate } from './devices/device-gate.ts';
import { type DeviceStore, deviceStore } from './devices/devices.store.ts';
import { lastSeenStore } from './devices/last-seen.store.ts';
import { type LastSeen, lastSeen } from './devices/last-seen.ts';
import { createDatabaseFrameReader } from './frames/database-frames.ts';
import { cacheFrames, FRAME_CACHE_BYTES } from './frames/frame-cache.ts';
import type { FrameReader } from './frames/frame-store.ts';
import { createSegmentReader } from './frames/segment-reader.ts';
import { ownOriginFinder, ownOrigins } from './http/own-origin.ts';
import { startEventBell } from './live/event-bell.ts';
import type { EventLog } from './live/event-log.ts';
import { createStreams, type Streams } from './live/streams.ts';
import { SAFETY_POLL_MS, startTail, type Tail } from './live/tail.ts';
import { type Log, openLog } from './log.ts';
import { type Mailer, mailer } from './mail/mailer.ts';
import { outbox } from './mail/outbox.ts';
import { smtp } from './mail/smtp.ts';
import { SERVER_VERSION } from './version.ts';
import { createDetectionWriter, type DetectionWriter } from './writer/detection-writer.ts';
import { startWriterThread } from './writer/writer-link.ts';

export type Dependencies = {
  config: Config;
  /** Milliseconds since the epoch; the only clock. */
  now: () => number;
  log: Log;
  /** The address to show and, by its scheme, what cookies are like. */
  baseUrl: string;
  /** Which of our own addresses a request came to. */
  originOf: (request: FastifyRequest) => string;
  background: Background;
  mail: Mailer;
  database: Database;
  accountMails: AccountMails;
  accountStore: AccountStore;
  contactStore: ContactStore;
  identity: Identity;
  credentialLimits: CredentialLimits;
  readSession: SessionReader;
  renewSession: RenewSession;
  endReplacedSession: EndReplacedSession;
  sessionStore: SessionStore;
  deviceStore: DeviceStore;
  deviceGate: DeviceGate;
  lastSeen: LastSeen;
  writer: DetectionWriter;
  frames: FrameReader;
  detectionStore: DetectionStore;
  detectionEvents: EventLog;
  tail: Tail;
  streams: Streams;
  /** Call after the app has closed. `onStep` hears, before each part is ended, which are left. */
  close: (onStep?: (left: readonly string[]) => void) => Promise<void>;
};

type Overrides = Partial<Pick<Dependencies, 'now' | 'log'>> & { safetyPollMs?: number };

/** Builds every part once, top to bottom. */
export async function buildDependencies(config: Config, overrides: Overrides = {}): Promise<Dependencies> {
  const { now = Date.now, log = openLog(), safetyPollMs = SAFETY_POLL_MS } = overrides;

  const address = databaseAddress(config.dataDir, config.databaseUrl);
  const database = openDatabase(address);
  await migrate(database);
  await ensureActiveThreatIndex(database, config.activeThreatLevel);

  const [baseUrl] = ownOrigins(config);
  const secret = sessionSecret(config.dataDir, config.sessionSecret);
  const https = baseUrl.startsWith('https:');
  const cookie = { name: sessionCookieName({ https }), secret };
  const sessions = sessionStore(database);
  const accounts = accountStore(database);

  const background = startBackground(log);
  const { smtpUrl, mailFrom: from } = config;
  const send =
    smtpUrl === undefined
      ? outbox({ directory: join(config.dataDir, 'outbox'), from, now, log })
      : smtp({ url: smtpUrl, from });
  const mail = mailer({ send, background });
  const mails = accountMails(mail);
  const { forgetResets } = accounts;
  const { registration } = config;
  const store = deviceStore(database.kysely);
  const seen = lastSeen({ store: lastSeenStore(database), now, log });

  const framesDirectory = join(config.dataDir, 'frames');
  const link = await startWriterThread({
    writer: { database: address, framesDirectory },
    onNotice: ({ level, message, details }) => log[level](details, message),
    onFailure: (error) => {
      // Nothing can be stored any more: a server that only looks alive is worse than none.
      log.fatal({ err: error }, 'the writer thread died');
      process.exit(1);
    },
  });
  const detections = createDetectionStore(database, config.activeThreatLevel);
  const events = createDetectionEventLog(database, detections);
  const tail = await startTail({
    log: events,
    onError: (error) => log.error({ err: error }, 'cannot read events'),
    safetyPollMs,
  });
  const bell =
    address.dialect === 'postgres'
      ? startEventBell({
          url: address.url,
          tail,
          onDeaf: (error) => log.warn({ err: error }, 'cannot hear other servers; asking now and then instead'),
        })
      : null;
  const writer = createDetectionWriter({
    link,
    onCreated: (created) => {
      const committed = createdEvents(created);
      if (committed === null) tail.ring();
      else tail.append(committed);
    },
    onChange: tail.ring,
    onRefused: (reason) => log.error({ reason }, 'a report was not stored'),
    onError: (error) => {
      log.error({ err: error }, 'reports were stored, but nobody was told');
      tail.ring();
    },
  });
  const streams = createStreams({ log: events, tail, version: SERVER_VERSION });
  const frames = cacheFrames(
    database.dialect === 'postgres'
      ? createDatabaseFrameReader(database.pool)
      : createSegmentReader({ directory: framesDirectory, now }),
    FRAME_CACHE_BYTES,
  );

  return {
    config,
    now,
    log,
    baseUrl,
    database,
    originOf: ownOriginFinder(config),
    background,
    mail,
    accountMails: mails,
    accountStore: accounts,
    contactStore: contactStore(database.kysely),
    identity: lazyIdentity({ secret, log, mails, forgetResets, registration }, database),
    credentialLimits: credentialLimits(now),
    readSession: sessionReader({ find: sessionFinder(database), now, cookie }),
    renewSession: sessionRenewal({ sessions, now, cookie, https }),
    endReplacedSession: sessionReplacement({ sessions, cookie }),
    sessionStore: sessions,
    deviceStore: store,
    deviceGate: deviceGate({ store, now, reportsPerSecond: config.deviceRateLimit }),
    lastSeen: seen,
    writer,
    frames,
    detectionStore: detections,
    detectionEvents: events,
    tail,
    streams,
    async close(onStep = () => {}) {
      const parts: [name: string, end: () => Promise<void>][] = [
        ['background work', background.stop],
        ['the writer', writer.stop],
        ['the bell', async () => bell?.stop()],
        ['the tail', tail.stop],
        ['frames', frames.close],
        ['when devices were seen', seen.stop],
        ['the database', database.close],
      ];
      for (const [index, [, end]] of parts.entries()) {
        onStep(parts.slice(index).map(([name]) => name));
        await end();
      }
    },
  };
}
