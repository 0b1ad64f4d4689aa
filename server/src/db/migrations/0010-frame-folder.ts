import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

export const frameFolder: SchemaChange = async ({ kysely, dialect }) => {
  // Compared with the keys of objects, which are listed in the order of their bytes.
  const byteOrder = dialect === 'sqlite' ? sql`` : sql`collate "C"`;
  await sql`create table frame_folder (
    id smallint primary key check (id = 1),
    name text ${byteOrder} not null,
    swept_to text ${byteOrder} not null
  )`.execute(kysely);
};
