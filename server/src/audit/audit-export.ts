import { type CsvColumns, csvFile } from '../http/csv.ts';
import { presentEntry } from './audit.present.ts';
import type { AuditRow } from './audit.store.ts';

type Pages = AsyncIterable<readonly AuditRow[]>;

const COLUMNS: CsvColumns<AuditRow> = {
  id: (row) => row.id,
  at: (row) => new Date(row.at).toISOString(),
  kind: (row) => row.kind,
  actor: (row) => row.actor_name,
  actor_id: (row) => row.actor_id,
  address: (row) => row.address,
  subject: (row) => row.subject,
  details: (row) => row.details,
  chain: (row) => row.chain,
  seq: (row) => row.seq,
  previous: (row) => row.previous,
  hash: (row) => row.hash,
};

async function* jsonLines(pages: Pages): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(presentEntry(row))}\n`).join('');
}

/** The formats of an export. */
export const AUDIT_FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: (pages: Pages) => csvFile(COLUMNS, pages) },
  jsonl: { type: 'application/jsonl; charset=utf-8', write: jsonLines },
};
export type AuditFormat = keyof typeof AUDIT_FORMATS;
