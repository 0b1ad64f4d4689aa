import type { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { DatabaseIntegrity } from '../db/database-integrity.ts';
import type { DrillStore } from '../detections/drills/drills.store.ts';
import type { Heartbeats } from '../devices/heartbeats.ts';
import type { FrameCache } from '../frames/frame-cache.ts';
import type { StoredFrame } from '../frames/verified-frames.ts';
import type { EventLog } from '../live/event-log.ts';
import type { EventLogFollower } from '../live/event-log-follower.ts';
import type { Streams } from '../live/streams.ts';
import type { MqttConnection } from '../mqtt/mqtt-connection.ts';
import { SERVER_VERSION } from '../version.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import { addDeviceGauges } from './device-gauges.ts';
import { addDrillGauges } from './drill-gauges.ts';

export type Sources = {
  database: Database;
  integrity: Pick<DatabaseIntegrity, 'lastCheck'>;
  writer: Pick<DetectionWriter, 'waiting'>;
  streams: Pick<Streams, 'count'>;
  eventFollower: Pick<EventLogFollower, 'position' | 'publishedCount'>;
  events: Pick<EventLog, 'head'>;
  frames: Pick<FrameCache<StoredFrame>, 'lookups'>;
  heartbeats: Pick<Heartbeats, 'countStates' | 'all'>;
  mqtt: Pick<MqttConnection, 'isConnected'> | null;
  drills: { store: Pick<DrillStore, 'devices'> } | null;
  now: () => number;
  /** Whether each part works, by its name. */
  checkParts: () => Promise<Record<string, boolean>>;
};

/** Registers metrics that are computed only when they are scraped. */
export async function addGauges(registry: Registry, sources: Sources): Promise<void> {
  const { Counter, Gauge } = await import('prom-client');
  const { database, integrity, writer, streams, eventFollower, events, frames, checkParts } = sources;
  const registers = [registry];

  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await value());
      },
    });
  const total = (name: string, help: string, value: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(value());
      },
    });

  gauge('vedette_queue_reports', 'Reports that wait to be stored', () => writer.waiting().reports);
  gauge('vedette_queue_bytes', 'Bytes of their frames', () => writer.waiting().bytes);
  gauge('vedette_queue_limit_reports', 'With so many, reports are refused', () => writer.waiting().reportsLimit);
  gauge('vedette_queue_limit_bytes', 'The same for their bytes', () => writer.waiting().bytesLimit);
  gauge('vedette_stream_clients', 'Event streams that are open', streams.count);
  total(
    'vedette_events_handed_on_total',
    'Events that went to the streams of this server',
    eventFollower.publishedCount,
  );
  gauge(
    'vedette_tail_lag_events',
    'Committed events not yet published to streams; NaN while the database does not respond',
    async () => {
      const { database: answers } = await checkParts();
      if (answers !== true) return Number.NaN;
      const position = eventFollower.position();
      return Math.max(0, (await events.head()) - position);
    },
  );
  total('vedette_frame_cache_hits_total', 'Frames that were read from memory', () => frames.lookups().hits);
  total('vedette_frame_cache_misses_total', 'Frames that were read from their store', () => frames.lookups().misses);
  await addDeviceGauges(registry, sources);
  if (sources.drills !== null) await addDrillGauges(registry, { store: sources.drills.store, now: sources.now });
  new Gauge({
    name: 'vedette_ready',
    help: 'Whether a part that the server needs is well: 1 or 0',
    labelNames: ['part'],
    registers,
    async collect() {
      for (const [part, well] of Object.entries(await checkParts())) this.set({ part }, well ? 1 : 0);
    },
  });
  new Gauge({
    ...{ name: 'vedette_info', help: 'What runs here: always 1', labelNames: ['version', 'database'], registers },
  }).set({ version: SERVER_VERSION, database: database.dialect }, 1);
  const { mqtt } = sources;
  if (mqtt !== null) {
    gauge('vedette_mqtt_connected', 'Whether messages of the MQTT broker can come: 1 or 0', () =>
      Number(mqtt.isConnected()),
    );
  }
  if (database.dialect === 'sqlite') {
    gauge(
      'vedette_database_intact',
      'Whether the last check of the database file found it whole; NaN before the first',
      () => {
        const found = integrity.lastCheck();
        return found === null ? Number.NaN : Number(found.intact);
      },
    );
    gauge('vedette_database_checked_timestamp_seconds', 'When the last check of the database file ended', () => {
      const found = integrity.lastCheck();
      return found === null ? Number.NaN : found.at / 1_000;
    });
  }
  if (database.dialect === 'postgres') {
    const { pool } = database;
    gauge('vedette_database_connections', 'Connections to PostgreSQL', () => pool.totalCount);
    gauge('vedette_database_connections_idle', 'Those of them that nobody uses', () => pool.idleCount);
    gauge('vedette_database_waiting', 'Queries that wait for a connection', () => pool.waitingCount);
  }
}
