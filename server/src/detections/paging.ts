import { PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
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

/** A full page may be followed by another, which may turn out empty. */
export function cursorAfter(rows: readonly Position[], { limit }: Page): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : encodeCursor(last);
}

/** An answer that is encoded already. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}
