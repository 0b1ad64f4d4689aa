import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { DetectionRow } from '../detection-rows.ts';
import { isoTime } from '../detections.present.ts';

/** The columns of an export and their values. */
const COLUMNS: Record<string, (row: DetectionRow) => string | number | null> = {
  id: (row) => row.id,
  timestamp: (row) => isoTime(row.at),
  received_at: (row) => isoTime(row.received_at),
  weapon_type: (row) => row.weapon_type,
  confidence: (row) => row.confidence,
  threat_level: (row) => row.threat_level,
  location: (row) => row.location,
  device: (row) => row.device,
  device_id: (row) => row.device_id,
  source: (row) => row.source,
  description: (row) => row.description,
  officer_name: (row) => row.officer_name,
};

/** Without a byte order mark, spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The list as CSV, one page in memory at a time; the next page is read when the previous one has been consumed. Each
 * page starts after the last row of the previous one, so deletions and additions neither repeat nor omit other rows.
 */
export async function* csvOf(
  first: readonly DetectionRow[],
  readAfter: (last: DetectionRow) => Promise<DetectionRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([Object.keys(COLUMNS)]);
  let rows = first;
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield lines(rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))));
    // SQLite and a fast reader would otherwise not yield to the event loop.
    await setImmediate();
    rows = await readAfter(last);
  }
}

/**
 * The positions at which a spreadsheet may read a formula: the start of a cell, and, where semicolons separate cells,
 * after one, even within quotes.
 */
const FORMULA = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s"])*[=+\-@＝＋－＠])/g;

/** Prefixes formulas with an apostrophe, which makes them text; device names may hold anything. */
function escapeFormulas(text: string): string {
  return text.replace(/^(?=[\t\r])/, "'").replace(FORMULA, "$1'$2");
}

function lines(cells: (string | number | null)[][]): string {
  return stringify(cells, {
    cast: { string: escapeFormulas },
    quoted_match: /[;\t\r\n]/,
    record_delimiter: 'windows',
  });
}
