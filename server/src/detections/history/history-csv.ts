import { type CsvColumns, csvFile } from '../../http/csv.ts';
import { pagesAfter } from '../../http/paging.ts';
import type { DetectionRow } from '../detection-rows.ts';
import { isoTime } from '../detections.present.ts';

/** The columns of an export and their values. */
const COLUMNS: CsvColumns<DetectionRow> = {
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

/** The list as CSV, one page in memory at a time. */
export const csvOf = (first: readonly DetectionRow[], readAfter: (last: DetectionRow) => Promise<DetectionRow[]>) =>
  csvFile(COLUMNS, pagesAfter(first, readAfter));
