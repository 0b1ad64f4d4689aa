import { stringify } from 'csv-stringify/sync';
import { isoTime } from './detections.present.ts';
import type { Position } from './detections.rules.ts';
import type { DetectionRow } from './detections.store.ts';
import type { HistoryPage } from './history.ts';

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
  first: HistoryPage,
  readBehind: (after: Position) => Promise<HistoryPage>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([Object.keys(COLUMNS)]);
  for (let page = first; ; page = await readBehind(page.next)) {
    if (page.rows.length > 0) yield lines(page.rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))));
    if (page.next === null) return;
  }
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe before it: a camera may be called anything. */
function lines(cells: (string | number | null)[][]): string {
  return stringify(cells, { escape_formulas: true, record_delimiter: 'windows' });
}
