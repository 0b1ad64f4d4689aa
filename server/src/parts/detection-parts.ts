import type { Background } from '../background.ts';
import { SESSIONS_CHANNEL } from '../db/channels.ts';
import { type DatabaseIntegrity, watchDatabaseIntegrity } from '../db/database-integrity.ts';
import { createDetectionEventLog, createdEvents } from '../detections/detection-events.store.ts';
import { createDetectionStore, type DetectionStore } from '../detections/detections.store.ts';
import { type DrillRunner, startDrills } from '../detections/drills/drill-runner.ts';
import { createDrillStore, type DrillStore } from '../detections/drills/drills.store.ts';
import { deviceLabels } from '../devices/device-labels.ts';
import type { DeviceStore } from '../devices/devices.store.ts';
import type { Heartbeats } from '../devices/heartbeats.ts';
import { cacheFrames, FRAME_CACHE_BYTES, type FrameCache } from '../frames/frame-cache.ts';
import { openFrameReader } from '../frames/open-frame-reader.ts';
import { refuseStoreMismatch } from '../frames/store-mismatch.ts';
import { type StoredFrame, verifyFrames } from '../frames/verified-frames.ts';
import { createReportIntake } from '../ingest/report-intake.ts';
import type { EventLog } from '../live/event-log.ts';
import { type EventLogFollower, followEventLog } from '../live/event-log-follower.ts';
import { followRemoteCommits } from '../live/remote-commits.ts';
import { createStreams, type Streams } from '../live/streams.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { watchStorage } from '../storage-state.ts';
import { SERVER_VERSION } from '../version.ts';
import { createDetectionWriter, type DetectionWriter } from '../writer/detection-writer.ts';
import { createLabelLimits } from '../writer/label-limits.ts';
import { createRefusalLog } from '../writer/refusal-log.ts';
import { startWriterThread } from '../writer/writer-link.ts';
import type { DatabaseParts } from './open-database.ts';
import type { Basics, Closing } from './part.ts';

export type DetectionParts = {
  /** Whether the database file is intact. */
  integrity: DatabaseIntegrity;
  writer: DetectionWriter;
  frames: FrameCache<StoredFrame>;
  detectionStore: DetectionStore;
  detectionEvents: EventLog;
  eventFollower: EventLogFollower;
  streams: Streams;
  /** Null without TEAM. */
  drills: { store: DrillStore; runner: DrillRunner } | null;
};

type Parts = Basics &
  Omit<DatabaseParts, 'secret' | 'closing'> & {
    background: Background;
    metrics: Metrics | null;
    deviceStore: DeviceStore;
    heartbeats: Pick<Heartbeats, 'onStatesChanged'>;
    keepIncidents: boolean;
    safetyPollMs: number;
    sessionCheckMs: number;
  };

/** Opens what a report passes through: writer, frames, event log, streams. */
export async function openDetectionParts(parts: Parts): Promise<DetectionParts & { closing: Closing }> {
  const { config, now, log, database, address, frameLocation, disk, others, metrics } = parts;
  await refuseStoreMismatch(database, frameLocation);
  const frameReader = await openFrameReader({
    database,
    frameLocation,
    now,
    onUnreachable: (error) =>
      log.warn({ err: error }, 'reports with a frame are refused until the frame store answers'),
  });
  const integrity = watchDatabaseIntegrity({ address, now, log });
  const writerLog = log.child({ thread: 'writer' });
  /** Until the follower has been started, it has missed nothing. */
  let wakeFollower = () => {};
  const link = await startWriterThread({
    writer: {
      database: address,
      frames: frameLocation,
      retentionDays: config.retentionDays,
      auditRetentionDays: config.auditRetentionDays,
      incidentGapMs: config.incidentGapS * 1_000,
      team: config.team,
      keepIncidents: parts.keepIncidents,
    },
    onNotice: ({ level, message, details }) => writerLog[level](details, message),
    onFailure: (error) => {
      // Nothing can be stored any more, so that the process ends and its supervisor restarts it.
      log.fatal({ err: error }, 'the writer thread died');
      process.exit(1);
    },
    onDamaged: integrity.noteDamage,
    onDiskFull: disk.noteFull,
    onMerged: () => wakeFollower(),
  });
  const store = createDetectionStore(database, config);
  const events = createDetectionEventLog(database, store);
  const eventFollower = await followEventLog({
    log: events,
    onError: (error) => log.error({ err: error }, 'cannot read events'),
    safetyPollMs: parts.safetyPollMs,
  });
  wakeFollower = eventFollower.wake;
  const stopRemoteCommits = followRemoteCommits(others, eventFollower);
  const labels = await createLabelLimits({
    read: async () => {
      const [series, types] = await Promise.all([store.counters('series'), store.counters('type')]);
      return { series: [...series.keys()], types: [...types.keys()] };
    },
    now,
    onOther: deviceLabels({ store: parts.deviceStore, background: parts.background, log }),
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
      log.error({ err: error }, 'reports were stored, but their events could not be published');
      eventFollower.wake();
    },
  });
  const drills = config.team ? openDrills({ database, writer, now, log }) : null;
  const { sessionCheckMs } = parts;
  const streams = createStreams({ log: events, eventFollower, version: SERVER_VERSION, sessionCheckMs });
  const stopWatchingStorage = watchStorage({ check: checkStorage, now, onChange: streams.noteStorage });
  parts.heartbeats.onStatesChanged(streams.noteDevices);
  others.on(SESSIONS_CHANNEL, {
    onNotification: streams.checkSessions,
    onReconnected: streams.checkSessions,
  });
  const frames = cacheFrames(verifyFrames(frameReader), FRAME_CACHE_BYTES);
  return {
    integrity,
    writer,
    frames,
    detectionStore: store,
    detectionEvents: events,
    eventFollower,
    streams,
    drills,
    closing: [
      ['drills', async () => drills?.runner.stop()],
      ['the check of the database', integrity.stop],
      ['whether reports can be stored', async () => stopWatchingStorage()],
      ['the writer', writer.stop],
      ['the log of refused reports', async () => refusals.stop()],
      ['the events of other servers', async () => stopRemoteCommits()],
      ['the event log follower', eventFollower.stop],
      ['frames', frames.close],
    ],
  };
}

type DrillParts = Pick<Parts, 'database' | 'now' | 'log'> & { writer: DetectionWriter };

function openDrills({ database, ...rest }: DrillParts) {
  const store = createDrillStore(database);
  // The device itself has sent nothing.
  const intake = createReportIntake({ ...rest, drills: true, onAccepted: () => {} });
  return { store, runner: startDrills({ store, intake, ...rest }) };
}
