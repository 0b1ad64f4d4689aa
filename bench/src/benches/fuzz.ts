import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_EMAIL_DOMAIN } from '@vedette/demo/guard-account';
import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import type { Bench, BenchOptions, Check } from '../bench.ts';
import { examineStore } from '../crashes/examine-store.ts';
import { generateRequests, type OpenApi } from '../fuzz/requests.ts';
import { type Fault, type Judged, sendRequests } from '../fuzz/send-requests.ts';
import { openSessions } from '../fuzz/sessions.ts';
import type { Vocabulary } from '../fuzz/values.ts';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { read, startChildServer } from '../servers/child-server.ts';

const REQUESTS = 25_000;
const FRAME_BYTES = 20_000;
/** Roughly the number of detections that a run stores, so that some of these ids exist at any time. */
const IDS = Array.from({ length: 500 }, (_, index) => String(index + 1));
const PASSWORD = 'a password of the fuzz run';
const SHOWN_FAULTS = 25;
const FAULTS: readonly Fault[] = ['server error', 'hung or cut off', 'shape of an error'];

const words: Vocabulary = {
  id: IDS,
  type: ['Knife', 'Pistol', 'weapon', 'rifle', 'knife', 'unknown'],
  weapon_type: ['Knife', 'Pistol', 'rifle', '__proto__', 'constructor', 'İ', 'ß'],
  object_type: ['Knife', 'toString', '__proto__'],
  email: [`fuzz-1@${DEMO_EMAIL_DOMAIN}`, `fuzz-2@${DEMO_EMAIL_DOMAIN}`, `nobody@${DEMO_EMAIL_DOMAIN}`],
  newEmail: [`changed@${DEMO_EMAIL_DOMAIN}`],
  password: [PASSWORD],
  newPassword: [PASSWORD],
  currentPassword: [PASSWORD],
  provider: ['google', 'github', 'oidc'],
  report: [
    JSON.stringify({ ...SAMPLE_REPORT, event_id: 'fuzz' }),
    JSON.stringify({ ...SAMPLE_REPORT, event_id: 'again' }),
  ],
};

type Fuzzed = Judged & { name: string; alive: boolean; countersOff: number; errorLines: number };

/** Sends valid, nearly valid and hostile requests generated from the server's OpenAPI description; none may do harm. */
export const fuzz: Bench = async (options) => {
  const postgres = await startPostgres();
  options.atEnd(postgres.stop);
  const fuzzed = [
    await fuzzServer(options, { name: 'SQLite' }),
    await fuzzServer(options, { name: 'PostgreSQL', databaseUrl: postgres.url }),
  ];
  const classes = ['2xx', '3xx', '4xx', '5xx'];
  const columns = ['database', 'answers', ...classes, 'of them 429', 'of them 503 and 507'];
  const rows = fuzzed.map(({ name, statuses }) => {
    const sum = (wanted: (status: number) => boolean) =>
      [...statuses].filter(([status]) => wanted(status)).reduce((all, [, count]) => all + count, 0);
    const ofClass = classes.map((_, index) => sum((status) => Math.floor(status / 100) === index + 2));
    const busy = sum((status) => status === 503 || status === 507);
    return [name, sum(() => true), ...ofClass, sum((status) => status === 429), busy];
  });
  return {
    tables: [{ title: `Requests generated from the OpenAPI document, seed ${options.seed}`, columns, rows }],
    checks: fuzzed.flatMap(checks),
  };
};

async function fuzzServer(
  { folder, seed, progress, atEnd }: BenchOptions,
  { name, databaseUrl }: { name: string; databaseUrl?: string },
): Promise<Fuzzed> {
  const dataDir = path.join(folder, name.toLowerCase());
  const server = await startChildServer({
    dataDir,
    // The requests have many addresses, as behind a proxy, so that they do not exhaust the limits of one address.
    environment: { TRUST_PROXY: '1' },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  atEnd(server.kill);
  const openApi = (await read(server.guard, '/api/openapi.json')) as OpenApi;
  const frame = await jpegOfSize(FRAME_BYTES, seed);
  const known = { ...words, frame: [frame.toString('base64')] };
  const requests = generateRequests(openApi, { count: REQUESTS, seed, words: known, frame });
  progress(`${name}: ${REQUESTS} requests of seed ${seed}`);
  const judged = await sendRequests(server, { requests, sessions: openSessions(server, { password: PASSWORD }) });
  for (const { fault, request, answer } of judged.faults.slice(0, SHOWN_FAULTS)) {
    const body = request.body?.toString('utf8', 0, 200) ?? '';
    const sent = `${request.caller} ${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 300)}`;
    progress(`${name}: ${fault}: ${sent} ${JSON.stringify(body)} -> ${answer.slice(0, 300)}`);
  }
  const log = readFileSync(path.join(dataDir, 'server.log'), 'utf8').split('\n');
  const errors = log.filter((line) => /^\{"level":[56]0,/.test(line));
  for (const line of errors.slice(0, SHOWN_FAULTS)) progress(`${name}: ${line.slice(0, 500)}`);
  const alive = !server.ended.aborted;
  const countersOff = alive ? (await examineStore(server, { acknowledged: new Map() })).countersOff : 0;
  return { ...judged, name, alive, countersOff, errorLines: errors.length };
}

function checks({ name, faults, alive, countersOff, errorLines, statuses }: Fuzzed): Check[] {
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const limited = statuses.get(429) ?? 0;
  return [
    ...FAULTS.map((fault) => ({
      ...none,
      what: `Requests with a fault (${fault}), ${name}`,
      measured: faults.filter((found) => found.fault === fault).length,
    })),
    { ...none, what: `Servers that ended, ${name}`, measured: alive ? 0 : 1 },
    { ...none, what: `Lines of the log at level error, ${name}`, measured: errorLines },
    { ...none, what: `Counters that are not a full count, ${name}`, measured: countersOff },
    {
      what: `Answers that no limit on requests gave, ${name}`,
      measured: ((answers - limited) / REQUESTS) * 100,
      unit: '%',
      target: 90,
      bound: 'at least',
    },
  ];
}
