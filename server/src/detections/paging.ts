import { PAGE_MAX_BYTES, PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import type { FastifyReply } from 'fastify';
import { apiError } from '../http/errors.ts';
import { decodeCursor, encodeCursor, type Position } from './detections.rules.ts';
import type { Page } from './detections.store.ts';

/** What a list's query asks for. Throws what is wrong with its cursor. */
export function pageOf({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }): Page {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && after === null) {
    throw apiError('BAD_REQUEST', 'cursor must be a next_cursor of an earlier answer', { field: 'cursor' });
  }
  return { limit: limit ?? PAGE_SIZE_DEFAULT, after };
}

/**
 * As many of the rows as an answer may hold, and where the next page begins. A full page may be followed by another, which
 * may turn out empty.
 */
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

/** About what a row takes in an answer, in bytes. */
function sizeOf(row: object): number {
  let bytes = ROW_BYTES;
  for (const value of Object.values(row)) if (typeof value === 'string') bytes += Buffer.byteLength(value);
  return bytes;
}

/** Names of fields, numbers and times. */
const ROW_BYTES = 350;

/** An answer that is encoded already. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}
