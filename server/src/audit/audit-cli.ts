import { readConfig } from '../config.ts';
import { databaseAddress, openDatabase } from '../db/database.ts';
import { openSnapshot } from '../db/snapshot.ts';
import type { AuditFinding } from './audit-finding.ts';
import { verifyAudit } from './verify-audit.ts';

// npm run audit -- verify     beside a running server, with the same settings
const USAGE = 'Usage: npm run audit -- verify';

try {
  if (process.argv.slice(2).join(' ') !== 'verify') throw new Error(USAGE);
  const settings = readConfig();
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  const { dataDir, databaseUrl } = settings.config;
  await verify(openDatabase(databaseAddress(dataDir, databaseUrl), { mustExist: true }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function verify(database: ReturnType<typeof openDatabase>): Promise<void> {
  try {
    const { snapshot, end } = await openSnapshot(database);
    const { rows, chains, pruned, findings } = await verifyAudit(snapshot);
    await end();
    for (const finding of findings) console.log(inWords(finding));
    console.log(`${rows} rows in ${chains} chains were checked; ${pruned} older ones were deleted by age.`);
    if (findings.length > 0) throw new Error(`The audit log is not as it was written: ${findings.length} findings.`);
  } finally {
    await database.close();
  }
}

function inWords({ problem, chain, seq, to, row }: AuditFinding): string {
  const upTo = to === undefined || to === seq ? '' : problem === 'swapped' ? `, written as ${to}` : ` to ${to}`;
  const named = row === null ? '' : `: row ${row.id}, ${row.kind} at ${new Date(row.at).toISOString()}`;
  return `${problem}: number ${seq}${upTo} of chain ${chain}${named}`;
}
