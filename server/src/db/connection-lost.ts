/** Error codes of Node and PostgreSQL; the driver's own errors have no code, only a message. */
const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Shut down, crashed, starting up; idle too long in a transaction; too many connections; connection exceptions.
  ...['57P01', '57P02', '57P03', '25P03', '53300', '08000', '08001', '08003', '08004', '08006'],
]);
const MESSAGES = /^(Connection terminated|timeout e|Client (has encountered a connection error|was closed))/;

/** Whether the database was unreachable or its answer was lost. A retry may succeed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(String(error.code))) || MESSAGES.test(error.message);
}
