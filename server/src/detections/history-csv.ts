import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { isoTime } from './detections.present.ts';
import type { DetectionRow } from './detections.store.ts';

/** The columns of an export and what stands in them. */
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

/** Without it spreadsheets take UTF-8 for something older. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The list as CSV, one page in memory at a time; the next is read when the last has been taken. Each page goes on where
 * the one before it ended, so what is deleted or added meanwhile neither repeats nor hides any other row.
 */
export async function* csvOf(
  first: readonly DetectionRow[],
  readBehind: (last: DetectionRow) => Promise<DetectionRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([Object.keys(COLUMNS)]);
  let rows = first;
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield lines(rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))));
    // SQLite and a quick reader never let go of the event loop by themselves.
    await setImmediate();
    rows = await readBehind(last);
  }
}

/**
 * Where a spreadsheet may find a formula: at the start of a cell, and in many countries behind a semicolon, where quotes
 * around the whole cell do not count.
 */
const FORMULA = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s"])*[=+\-@＝＋－＠])/g;

/** An apostrophe before it makes it text: a camera may be called anything. */
function defused(text: string): string {
  return text.replace(/^(?=[\t\r])/, "'").replace(FORMULA, "$1'$2");
}

function lines(cells: (string | number | null)[][]): string {
  return stringify(cells, {
    cast: { string: defused },
    quoted_match: /[;\t\r\n]/,
    record_delimiter: 'windows',
  });
}
