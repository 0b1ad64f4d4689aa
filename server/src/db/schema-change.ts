import type { Database } from './database.ts';

/** One file for each change, with both dialects. A released file is never edited: a new one is added. */
export type SchemaChange = (database: Database) => Promise<void>;
