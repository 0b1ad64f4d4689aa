import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGE_MAX_BYTES, PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import type { FastifyReply } from 'fastify';
import { apiError } from './errors.ts';

/** Where a page ends. Lists are ordered by time, then id. */
export type Position = { at: number; id: number };

/** Newest first, after the position `after`. */
export type Page = { limit: number; after: Position | null };

/** The time range of a page: from `from` on, and after `before` in the order of lists. */
export type Span = { from: number; before: Position };

/** Clients treat the cursor as opaque, so that its form may change. */
export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at}.${id}`).toString('base64url');
}

/** Returns null for a string that `encodeCursor` did not make. */
function decodeCursor(cursor: string): Position | null {
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match === null ? null : { at: Number(match[1]), id: Number(match[2]) };
}

/** The page that a query asks for. Throws when its cursor is invalid. */
export function pageOf({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }): Page {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && after === null) {
    throw apiError('BAD_REQUEST', 'cursor must be a next_cursor of an earlier answer', { field: 'cursor' });
  }
  return { limit: limit ?? PAGE_SIZE_DEFAULT, after };
}

/** Returns as many rows as an answer may hold, and where the next page begins. The page after a full one may be empty. */
export function fitPage<Row extends Position>(
  rows: readonly Row[],
  { limit }: Page,
): { rows: readonly Row[]; next_cursor: string | null } {
  let bytes = 0;
  const cut = rows.findIndex((row, index) => {
    bytes += sizeOf(row);
    return index > 0 && bytes > PAGE_MAX_BYTES;
  });
  const kept = cut === -1 ? rows : rows.slice(0, cut);
  const last = kept.at(-1);
  const more = cut !== -1 || rows.length >= limit;
  return { rows: kept, next_cursor: last !== undefined && more ? encodeCursor(last) : null };
}

/** Estimates the size of a row in an answer, in bytes. */
function sizeOf(row: object): number {
  let bytes = ROW_BYTES;
  for (const value of Object.values(row)) if (typeof value === 'string') bytes += Buffer.byteLength(value);
  return bytes;
}

/** For field names, numbers and times. */
const ROW_BYTES = 410;

/** Sends an answer that is already encoded. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

/** The format of times admits leap seconds, which `Date.parse` refuses. */
export function millisOf(field: 'from' | 'to', text: string): number {
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) throw apiError('BAD_REQUEST', `${field} is no time`, { field });
  return millis;
}

/** Later than all times, so that a list without bounds needs no special case. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** @param times milliseconds since the epoch; `from` is inclusive, `to` exclusive */
export function spanOf(times: { from: number | undefined; to: number | undefined }, after: Position | null): Span {
  const end = { at: times.to ?? END_OF_TIME, id: 0 };
  return { from: times.from ?? -END_OF_TIME, before: after !== null && after.at < end.at ? after : end };
}

/** Sorts by time and id, newest first. */
export function newestFirst<T extends Position>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => b.at - a.at || b.id - a.id);
}

/**
 * All pages of a list; the next one is read when the previous one has been consumed. Each begins after the last row of the
 * previous one, so deletions and additions neither repeat nor omit other rows.
 */
export async function* pagesAfter<Row>(
  first: readonly Row[],
  readAfter: (last: Row) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows = first;
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    // SQLite and a fast reader would otherwise not yield to the event loop.
    await nextTurn();
    rows = await readAfter(last);
  }
}
