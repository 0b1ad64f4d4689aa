/** Whether SQLite reports that the file is not an intact database. */
export function isDatabaseDamaged(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}
