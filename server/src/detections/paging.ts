import { PAGE_MAX_BYTES, PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import type { FastifyReply } from 'fastify';
import { apiError } from '../http/errors.ts';
import type { Page } from './detection-rows.ts';
import { decodeCursor, encodeCursor, type Position } from './detections.rules.ts';

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
