/** What Node says of a connection, PostgreSQL of itself, and its driver, which has only words. */
const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Shut down, crashed, starting up; rested too long in a transaction; too many connections; connection exceptions.
  ...['57P01', '57P02', '57P03', '25P03', '53300', '08000', '08001', '08003', '08004', '08006'],
]);
const WORDS = /^(Connection terminated|timeout e|Client (has encountered a connection error|was closed))/;

/** The database could not be asked, or its answer was lost on the way: the same may work in a moment. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(String(error.code))) || WORDS.test(error.message);
}
