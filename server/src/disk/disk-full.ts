/** The error codes of the file system, SQLite and PostgreSQL (disk_full) for a full disk. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

export const DISK_FULL = 'The disk of the server is full. Delete detections, or make room on the disk, and try again';

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code));
}
