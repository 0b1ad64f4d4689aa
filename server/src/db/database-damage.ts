/** What SQLite says of a file that is not, or no longer, a whole database. */
export function isDatabaseDamaged(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}
