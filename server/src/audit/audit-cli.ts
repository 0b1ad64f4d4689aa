import { parseArgs } from 'node:util';
import { AUDIT_GROUPS, type AuditFilter, auditInWords, auditKindsOf } from '@vedette/contract/audit';
import { readConfig } from '../config.ts';
import { type Database, databaseAddress, openDatabase } from '../db/database.ts';
import { openSnapshot } from '../db/snapshot.ts';
import { type Position, pagesAfter } from '../http/paging.ts';
import { inOneLine } from '../one-line.ts';
import { presentEntry } from './audit.present.ts';
import { searchOf } from './audit.rules.ts';
import { type AuditRow, newestEntries } from './audit.store.ts';
import type { AuditFinding } from './audit-finding.ts';
import { verifyAudit } from './verify-audit.ts';

// npm run audit -- verify | list     beside a running server, with the same settings
const USAGE = `Usage: npm run audit -- verify
       npm run audit -- list [--kind <kind or group>] [--actor <mail address>] [--subject <kind:id>]
                             [--from <time>] [--to <time>] [--limit <number>] [--json]
Groups of kinds: ${AUDIT_GROUPS.join(', ')}`;

const LIMIT_DEFAULT = 100;
const PAGE = 500;

type List = { filter: AuditFilter; limit: number; json: boolean };

// Output that goes to a program that has ended, such as head.
process.stdout.on('error', () => process.exit());

try {
  const command = readArguments();
  const settings = readConfig();
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  const { dataDir, databaseUrl } = settings.config;
  const database = openDatabase(databaseAddress(dataDir, databaseUrl), { mustExist: true });
  try {
    await (command === 'verify' ? verify(database) : list(database, command));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments(): 'verify' | List {
  const text = { type: 'string' } as const;
  const options = {
    kind: text,
    actor: text,
    subject: text,
    from: text,
    to: text,
    limit: text,
    json: { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const { limit = String(LIMIT_DEFAULT), json = false, kind, ...others } = values;
  if (positionals.join(' ') === 'verify' && Object.keys(values).length === 0) return 'verify';
  if (positionals.join(' ') !== 'list' || !/^[1-9]\d{0,8}$/.test(limit)) throw new Error(USAGE);
  const known = [...AUDIT_GROUPS, ...AUDIT_GROUPS.flatMap(auditKindsOf)].find((name) => name === kind);
  if (kind !== undefined && known === undefined) throw new Error(USAGE);
  return { filter: { ...others, ...(known !== undefined && { kind: known }) }, limit: Number(limit), json };
}

async function list({ kysely }: Database, { filter, limit, json }: List): Promise<void> {
  const readPage = (after: Position | null) => newestEntries(kysely, searchOf(filter, after), Math.min(limit, PAGE));
  let left = limit;
  for await (const rows of pagesAfter(await readPage(null), readPage)) {
    for (const row of rows.slice(0, left)) print(json ? JSON.stringify(presentEntry(row)) : lineOf(row));
    left -= rows.length;
    if (left <= 0) return;
  }
}

/** Visitors choose what an entry says, such as the address of a failed sign-in. */
function print(line: string): void {
  console.log(inOneLine(line));
}

function lineOf(row: AuditRow): string {
  const { at, address, ...entry } = presentEntry(row);
  return `${at} ${auditInWords(entry)}${address === null ? '' : ` (${address})`}`;
}

async function verify(database: Database): Promise<void> {
  const { snapshot, end } = await openSnapshot(database);
  const { rows, chains, pruned, findings } = await verifyAudit(snapshot);
  await end();
  for (const finding of findings) print(inWords(finding));
  console.log(`${rows} rows in ${chains} chains were checked; ${pruned} older ones were deleted by age.`);
  if (findings.length > 0) throw new Error(`The audit log is not as it was written: ${findings.length} findings.`);
}

function inWords({ problem, chain, seq, to, row }: AuditFinding): string {
  const upTo = to === undefined || to === seq ? '' : problem === 'swapped' ? `, written as ${to}` : ` to ${to}`;
  const named = row === null ? '' : `: row ${row.id}, ${row.kind} at ${new Date(row.at).toISOString()}`;
  return `${problem}: number ${seq}${upTo} of chain ${chain}${named}`;
}
