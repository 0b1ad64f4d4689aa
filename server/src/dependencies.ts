import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type AccountMails, accountMails } from './accounts/account-mails.ts';
import { type AccountStore, accountStore } from './accounts/accounts.store.ts';
import { type Identity, lazyIdentity } from './accounts/identity/identity.ts';
import { type CredentialLimits, credentialLimits } from './accounts/limits/credential-limits.ts';
import { familiarNetworks } from './accounts/limits/familiar-networks.store.ts';
import { sessionCookieName } from './accounts/sessions/session-cookie.ts';
import { type SessionReader, sessionReader } from './accounts/sessions/session-reader.ts';
import { type RenewSession, sessionRenewal } from './accounts/sessions/session-renewal.ts';
import { type EndReplacedSession, sessionReplacement } from './accounts/sessions/session-replacement.ts';
import { sessionSecret } from './accounts/sessions/session-secret.ts';
import { type SessionStore, sessionFinder, sessionStore } from './accounts/sessions/sessions.store.ts';
import { type Background, startBackground } from './background.ts';
import type { Config } from './config.ts';
import { type ContactStore, contactStore } from './contact/contact.store.ts';
import { ensureActiveThreatIndex } from './db/active-threat-index.ts';
import { SESSIONS_CHANNEL } from './db/channels.ts';
import { type Database, databaseAddress, openDatabase } from './db/database.ts';
import { type DatabaseIntegrity, watchDatabaseIntegrity } from './db/database-integrity.ts';
import { migrate } from './db/migrate.ts';
import { NO_OTHER_SERVERS } from './db/other-servers.ts';
import { createDetectionEventLog, createdEvents } from './detections/detection-events.store.ts';
import { createDetectionStore, type DetectionStore } from './detections/detections.store.ts';
import { type DeviceGate, deviceGate } from './devices/device-gate.ts';
import { deviceLabels } from './devices/device-labels.ts';
import { type DeviceRates, deviceRates } from './devices/device-rates.ts';
import { type DeviceStore, deviceStore } from './devices/devices.store.ts';
import { lastSeenStore } from './devices/last-seen.store.ts';
import { type LastSeen, lastSeen } from './devices/last-seen.ts';
import { type DiskReserve, NO_RESERVE, openDiskReserve } from './disk/disk-reserve.ts';
import { cacheFrames, FRAME_CACHE_BYTES, type FrameCache } from './frames/frame-cache.ts';
import { openFrameReader } from './frames/open-frame-reader.ts';
import { refuseFramesElsewhere } from './frames/other-stores.ts';
import { refuseLostRows } from './frames/segments/lost-rows.ts';
import { type StoredFrame, verifyFrames } from './frames/verified-frames.ts';
import { ownOriginFinder, ownOrigins } from './http/own-origin.ts';
import { sharedBuckets } from './http/token-buckets.store.ts';
import { type OpenBuckets, tokenBuckets } from './http/token-buckets.ts';
import type { EventLog } from './live/event-log.ts';
import { type EventLogFollower, followEventLog, SAFETY_POLL_MS } from './live/event-log-follower.ts';
import { followRemoteCommits } from './live/remote-commits.ts';
import { createStreams, SESSION_CHECK_MS, type Streams } from './live/streams.ts';
import { type Log, openLog } from './log.ts';
import { type Mailer, mailer } from './mail/mailer.ts';
import { outbox } from './mail/outbox.ts';
import { smtp } from './mail/smtp.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { registerServer } from './server-registration.ts';
import { watchStorage } from './storage-state.ts';
import { SERVER_VERSION } from './version.ts';
import { createDetectionWriter, type DetectionWriter } from './writer/detection-writer.ts';
import { createLabelLimits } from './writer/label-limits.ts';
import { createRefusalLog } from './writer/refusal-log.ts';
import { startWriterThread } from './writer/writer-link.ts';

export type Dependencies = {
  config: Config;
  /** Milliseconds since the epoch, for timestamps. An operator may set this clock. */
  now: () => number;
  /** Milliseconds of a monotonic clock, for durations, limits and deadlines. */
  elapsed: () => number;
  log: Log;
  /** Null unless enabled in the settings. */
  metrics: Metrics | null;
  /** The address to show; its scheme determines the attributes of cookies. */
  baseUrl: string;
  /** The one of the server's own origins that a request was sent to. */
  originOf: (request: FastifyRequest) => string;
  background: Background;
  mail: Mailer;
  database: Database;
  /** Whether the database file is intact. */
  integrity: DatabaseIntegrity;
  disk: DiskReserve;
  accountMails: AccountMails;
  accountStore: AccountStore;
  contactStore: ContactStore;
  identity: Identity;
  /** On PostgreSQL all servers of the database share the buckets. */
  openBuckets: OpenBuckets;
  credentialLimits: CredentialLimits;
  readSession: SessionReader;
  renewSession: RenewSession;
  endReplacedSession: EndReplacedSession;
  sessionStore: SessionStore;
  deviceStore: DeviceStore;
  deviceGate: DeviceGate;
  deviceRates: DeviceRates;
  lastSeen: LastSeen;
  writer: DetectionWriter;
  frames: FrameCache<StoredFrame>;
  detectionStore: DetectionStore;
  detectionEvents: EventLog;
  eventFollower: EventLogFollower;
  streams: Streams;
  /** Call after the app has closed. Before each part is closed, `onStep` gets the names of the remaining ones. */
  close: (onStep?: (left: readonly string[]) => void) => Promise<void>;
};

type Overrides = Partial<Pick<Dependencies, 'now' | 'elapsed' | 'log'>> & {
  safetyPollMs?: number;
  sessionCheckMs?: number;
};

/** Builds every part once, in the order of their dependencies. */
export async function buildDependencies(config: Config, overrides: Overrides = {}): Promise<Dependencies> {
  const { now = Date.now, elapsed = () => performance.now(), log = openLog(config.logLevel) } = overrides;
  const { safetyPollMs = SAFETY_POLL_MS, sessionCheckMs = SESSION_CHECK_MS } = overrides;

  const address = databaseAddress(config.dataDir, config.databaseUrl);
  const disk = address.dialect === 'sqlite' ? openDiskReserve({ dataDir: config.dataDir, log }) : NO_RESERVE;
  const home = { directory: join(config.dataDir, 'frames'), objectStore: config.objectStore };
  if (address.dialect === 'sqlite' && config.objectStore === undefined) refuseLostRows({ ...address, ...home });
  const database = openDatabase(address);
  await migrate(database);
  const secret = sessionSecret(config.dataDir, config.sessionSecret);
  if (address.dialect === 'sqlite') await ensureActiveThreatIndex(database, { level: config.activeThreatLevel });
  const others =
    address.dialect === 'sqlite'
      ? NO_OTHER_SERVERS
      : await registerServer({ database, url: address.url, config, secret, log });

  const [baseUrl] = ownOrigins(config);
  const https = baseUrl.startsWith('https:');
  const cookie = { name: sessionCookieName({ https }), secret };
  const sessions = sessionStore(database);
  const accounts = accountStore(database);

  const several = database.dialect === 'postgres';
  const openBuckets: OpenBuckets = several
    ? sharedBuckets({ kysely: database.kysely, secret, now: overrides.now })
    : (_name, size) => tokenBuckets({ ...size, elapsed });
  const familiar = familiarNetworks({ kysely: database.kysely, secret, now });
  const limits = credentialLimits({ open: openBuckets, familiar });

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
  const rates = deviceRates({ others, elapsed, reportsPerSecond: config.deviceRateLimit });
  const seen = lastSeen({ store: lastSeenStore(database), now, log });

  await refuseFramesElsewhere(database, home);
  const frameReader = await openFrameReader({
    database,
    home,
    now,
    onUnreachable: (error) =>
      log.warn({ err: error }, 'reports with a frame are refused until the frame store answers'),
  });
  const integrity = watchDatabaseIntegrity({ address, now, log });
  const writerLog = log.child({ thread: 'writer' });
  const link = await startWriterThread({
    writer: { database: address, frames: home, retentionDays: config.retentionDays },
    onNotice: ({ level, message, details }) => writerLog[level](details, message),
    onFailure: (error) => {
      // Nothing can be stored any more, and a supervisor can only restart a process that has ended.
      log.fatal({ err: error }, 'the writer thread died');
      process.exit(1);
    },
    onDamaged: integrity.noteDamage,
    onDiskFull: disk.noteFull,
  });
  const detections = createDetectionStore(database, config.activeThreatLevel);
  const events = createDetectionEventLog(database, detections);
  const eventFollower = await followEventLog({
    log: events,
    onError: (error) => log.error({ err: error }, 'cannot read events'),
    safetyPollMs,
  });
  const stopRemoteCommits = followRemoteCommits(others, eventFollower);
  const metrics = config.metrics ? await openMetrics() : null;
  const labels = await createLabelLimits({
    read: async () => {
      const [series, types] = await Promise.all([detections.counters('series'), detections.counters('type')]);
      return { series: [...series.keys()], types: [...types.keys()] };
    },
    now,
    onOther: deviceLabels({ store, background, log }),
    onError: (error) => log.warn({ err: error }, 'cannot read which labels are stored; trying again'),
  });
  const checkStorage = () => {
    integrity.check();
    disk.check();
  };
  const refusals = createRefusalLog(log);
  const writer = createDetectionWriter({
    link,
    shared: others.exist,
    check: checkStorage,
    limitLabels: labels.apply,
    onCommitted: metrics?.noteCommit,
    onCreated: (created) => {
      const committed = createdEvents(created);
      if (committed === null) eventFollower.wake();
      else eventFollower.publishCommitted(committed);
    },
    onChange: eventFollower.wake,
    onRefused: refusals.note,
    onError: (error) => {
      log.error({ err: error }, 'reports were stored, but nobody was told');
      eventFollower.wake();
    },
  });
  const streams = createStreams({ log: events, eventFollower, version: SERVER_VERSION, sessionCheckMs });
  const stopWatchingStorage = watchStorage({ check: checkStorage, now, onChange: streams.noteStorage });
  others.on(SESSIONS_CHANNEL, {
    onNotification: streams.checkSessions,
    onReconnected: streams.checkSessions,
  });
  const frames = cacheFrames(verifyFrames(frameReader), FRAME_CACHE_BYTES);

  return {
    config,
    now,
    elapsed,
    log,
    metrics,
    baseUrl,
    database,
    integrity,
    disk,
    originOf: ownOriginFinder(config),
    background,
    mail,
    accountMails: mails,
    accountStore: accounts,
    contactStore: contactStore(database.kysely),
    identity: lazyIdentity({ secret, log, mails, forgetResets, limits, registration }, database),
    openBuckets,
    credentialLimits: limits,
    readSession: sessionReader({ find: sessionFinder(database), now, cookie }),
    renewSession: sessionRenewal({ sessions, now, cookie, https }),
    endReplacedSession: sessionReplacement({ sessions, cookie }),
    sessionStore: sessions,
    deviceStore: store,
    deviceGate: deviceGate({ store, others, rates, elapsed }),
    deviceRates: rates,
    lastSeen: seen,
    writer,
    frames,
    detectionStore: detections,
    detectionEvents: events,
    eventFollower,
    streams,
    async close(onStep = () => {}) {
      const parts: [name: string, end: () => Promise<void>][] = [
        ['background work', background.stop],
        ['the check of the database', integrity.stop],
        ['the room on the disk', disk.stop],
        ['whether reports can be stored', async () => stopWatchingStorage()],
        ['the writer', writer.stop],
        ['the log of refused reports', async () => refusals.stop()],
        ['the rates of devices', async () => rates.stop()],
        ['the connection to other servers', others.stop],
        ['the events of other servers', async () => stopRemoteCommits()],
        ['the event log follower', eventFollower.stop],
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
