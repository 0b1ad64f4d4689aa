import { sql } from 'kysely';
import type { SchemaChange } from '../migrate.ts';

export const detections: SchemaChange = async ({ kysely, dialect }) => {
  const sqlite = dialect === 'sqlite';
  const id = sqlite ? sql`integer primary key autoincrement` : sql`bigint generated always as identity primary key`;
  const clustered = sqlite ? sql`without rowid` : sql``;

  for (const statement of [
    sql`create table detection (
      id ${id},
      at bigint not null,
      received_at bigint not null,
      weapon_type text not null,
      weapon_type_key text not null,
      confidence double precision not null,
      threat_level smallint not null,
      location text,
      device text,
      device_id text,
      source text not null,
      description text,
      officer_name text,
      metrics text,
      frame_place text,
      frame_size integer,
      frame_sha256 text
    )`,
    sql`create index detection_newest on detection (at desc, id desc)`,
    sql`create index detection_by_type on detection (weapon_type_key, at desc, id desc)`,
    sql`create index detection_manual on detection (at desc, id desc) where source = 'manual'`,
    // Walks a segment's live frames in their order on disk, without touching the rows.
    sql`create index detection_frame on detection (frame_place, frame_size) where frame_place is not null`,

    sql`create table report_key (
      device_id text not null,
      event_id text not null,
      detection_id bigint not null,
      primary key (device_id, event_id)
    ) ${clustered}`,

    sql`create table comment (
      id ${id},
      detection_id bigint not null,
      comment text not null,
      user_name text not null,
      user_id integer not null,
      at bigint not null
    )`,
    sql`create index comment_of_detection on comment (detection_id, id)`,

    sql`create table event (
      seq ${sqlite ? sql`integer` : sql`bigint`} primary key,
      kind text not null,
      detection_id bigint
    )`,
    sql`create table event_head (id smallint primary key check (id = 1), seq bigint not null)`,
    sql`insert into event_head (id, seq) values (1, 0)`,

    sql`create table counter (
      kind text not null,
      key text not null,
      slot integer not null,
      value bigint not null,
      primary key (kind, key, slot)
    ) ${clustered}`,

    sql`create table frame_erasure (place text primary key, size integer not null) ${clustered}`,
    ...(sqlite ? [] : framesInPostgres()),
  ]) {
    await statement.execute(kysely);
  }
};

function framesInPostgres() {
  return [
    sql`create table frame (
      id bigint generated always as identity primary key,
      bytes bytea not null,
      stored_at bigint not null
    )`,
    // JPEG does not compress further; trying costs processor time on every insert.
    sql`alter table frame alter column bytes set storage external`,
  ];
}
