import { Readable } from 'node:stream';
import { AuditAnswer, AuditFilter, AuditQuery } from '@vedette/contract/audit';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../db/audit/append-audit.ts';
import type { Database } from '../db/database.ts';
import { actorOf } from '../http/actor.ts';
import type { Api } from '../http/api.ts';
import { fitPage, type Position, pageOf, pagesAfter, sendJson } from '../http/paging.ts';
import { presentEntry } from './audit.present.ts';
import { searchOf } from './audit.rules.ts';
import { newestEntries } from './audit.store.ts';
import { AUDIT_FORMATS, type AuditFormat } from './audit-export.ts';

type Parts = { kysely: Database['kysely']; now: () => number };

const EXPORT_PAGE_SIZE = 500;
const Lines = Type.String({ description: 'one line per entry, newest first; UTF-8' });

/** With TEAM only: without it there are no administrators, and the log is read at the console. */
export function auditRoutes(api: Api, { kysely, now }: Parts): void {
  const config = { action: 'audit.read' as const };
  const tags = ['audit'];

  api.get(
    '/api/audit',
    { config, schema: { tags, querystring: AuditQuery, response: { 200: AuditAnswer, '4xx': ErrorAnswer } } },
    async ({ query: { limit, cursor, ...filter } }, reply) => {
      const page = pageOf({ limit, cursor });
      const found = await newestEntries(kysely, searchOf(filter, page.after), page.limit);
      const { rows, next_cursor } = fitPage(found, page);
      return sendJson(reply, JSON.stringify({ success: true, entries: rows.map(presentEntry), next_cursor }));
    },
  );

  for (const format of Object.keys(AUDIT_FORMATS) as AuditFormat[]) {
    const { type, write } = AUDIT_FORMATS[format];
    const url = `/api/audit/export.${format}`;
    const content = { [type.split(';', 1)[0] ?? type]: { schema: Lines } };
    const headers = () => ({
      'content-type': type,
      'content-disposition': `attachment; filename="audit-${new Date(now()).toISOString().slice(0, 10)}.${format}"`,
    });

    api.get(
      url,
      {
        config,
        schema: { tags, querystring: AuditFilter, response: { 200: { content }, '4xx': ErrorAnswer } },
        // Fastify's own HEAD route would read all rows.
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const { query, log } = request;
        const readPage = (after: Position | null) => newestEntries(kysely, searchOf(query, after), EXPORT_PAGE_SIZE);
        const first = await readPage(null);
        // Before anything leaves the server.
        const details = { format, ...query };
        await recordAudit(kysely, { kind: 'audit.exported', actor: actorOf(request), subject: null, details });
        const lines = Readable.from(write(pagesAfter(first, readPage)));
        lines.once('error', (error) =>
          log.error({ err: error }, 'An export of the audit log failed after its first page'),
        );
        return (reply as FastifyReply).headers(headers()).send(lines);
      },
    );

    api.head(url, { config, schema: { querystring: AuditFilter, hide: true } }, async ({ query }, reply) => {
      searchOf(query, null);
      return reply.headers(headers()).send();
    });
  }
}
