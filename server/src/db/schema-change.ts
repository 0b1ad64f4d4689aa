import type { Database } from './database.ts';

/** One file per change, both dialects in it. Never edit one that has been released: add the next. */
export type SchemaChange = (database: Database) => Promise<void>;
