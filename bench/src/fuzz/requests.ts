import fc, { type Arbitrary } from 'fast-check';
import { type Body, bodyOf, escaped } from './bodies.ts';
import { allowedValue, hostileText, type Schema, type Vocabulary } from './values.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Caller = 'visitor' | 'guard' | 'device' | 'stranger';

export type FuzzRequest = {
  method: Method;
  path: string;
  caller: Caller;
  headers: Record<string, string>;
  body: Buffer | null;
};

type Parameter = { in: 'path' | 'query'; name: string; schema: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  security?: Record<string, unknown>[];
};
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/** Operations that are called less often: those that empty the store, and those that hash passwords, which are slow. */
function shareOf(method: Method, path: string): number {
  if (method === 'DELETE' && path === '/api/detections/all') return 0.02;
  return method === 'POST' && path.startsWith('/api/auth/') ? 0.3 : 1;
}

const RAW_PARTS = [
  '%00',
  'a%00b',
  '%ff',
  '%c0%ae%c0%ae',
  '..',
  '%2e%2e',
  '%2f',
  '..%2f..%2f',
  '%',
  '%zz',
  'a;b',
  '\\..\\',
  '.',
];
const ODD_HEADERS = [
  ['if-none-match', '"x", W/"y"'],
  ['range', 'bytes=0-0,-1,99999999999-'],
  ['last-event-id', '-1'],
  ['last-event-id', '9'.repeat(40)],
  ['accept-encoding', 'br;q=x, gzip;q=2, *'],
  ['origin', 'null'],
  ['origin', 'https://attacker.example'],
  ['cookie', '=; __proto__=1; vedette.session_token=%00'],
  ['x-http-method-override', 'DELETE'],
  ['accept', '../../x'],
  ['if-modified-since', 'yesterday'],
] as const;

/** Creates `count` requests over all operations and their media types; the same seed gives the same requests. */
export function generateRequests(
  { paths }: OpenApi,
  options: { count: number; seed: number; words: Vocabulary; frame: Buffer },
): FuzzRequest[] {
  const { count, seed, words, frame } = options;
  const cases = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const verb = method.toUpperCase() as Method;
      const weight = shareOf(verb, path);
      const content = Object.entries(operation.requestBody?.content ?? {});
      const bodies: Arbitrary<Body | null>[] = content.map(([media, { schema = {} }]) =>
        bodyOf(media, { schema, words, frame }),
      );
      return (bodies.length > 0 ? bodies : [fc.constant(null)]).map((body) => ({
        weight: Math.round(weight * 100),
        arbitrary: requestOf(verb, { path, operation, body, words }),
      }));
    }),
  );
  return fc.sample(fc.oneof(...cases), { numRuns: count, seed });
}

function requestOf(
  method: Method,
  options: { path: string; operation: Operation; body: Arbitrary<Body | null>; words: Vocabulary },
): Arbitrary<FuzzRequest> {
  const { path, operation, body, words } = options;
  const { parameters = [], security = [] } = operation;
  const rightful: Caller = security.some((way) => 'deviceKey' in way) ? 'device' : 'guard';
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      places: fc.tuple(...inPath.map((parameter) => parameterText(parameter, words))),
      query: fc.tuple(...inQuery.map((parameter) => queryText(parameter, words))),
      extra: fc.option(fc.tuple(hostileText.map(escaped), hostileText.map(escaped)), { freq: 9 }),
      caller: fc.oneof(
        { weight: 7, arbitrary: fc.constant(rightful) },
        fc.constantFrom<Caller>('visitor', 'guard', 'device', 'stranger'),
      ),
      odd: fc.option(fc.constantFrom(...ODD_HEADERS), { freq: 5 }),
      sent: body,
    })
    .map(({ places, query, extra, caller, odd, sent }) => {
      const filled = inPath.reduce((whole, { name }, at) => whole.replace(`{${name}}`, () => places[at] ?? ''), path);
      const questions = [...query.filter((part) => part !== ''), ...(extra ? [extra.join('=').slice(0, 2_000)] : [])];
      return {
        method,
        path: questions.length > 0 ? `${filled}?${questions.join('&')}` : filled,
        caller,
        headers: { ...sent?.headers, ...(odd && { [odd[0]]: odd[1] }) },
        body: sent?.bytes ?? null,
      };
    });
}

function parameterText({ name, schema }: Parameter, words: Vocabulary): Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: allowedValue(schema, { words, name }).map((value) => escaped(String(value))) },
    { weight: 2, arbitrary: hostileText.map((text) => escaped(text).slice(0, 4_000)) },
    fc.constantFrom(...RAW_PARTS),
  );
}

/** Omits the parameter, or gives it once or twice. */
function queryText(parameter: Parameter, words: Vocabulary): Arbitrary<string> {
  const once = parameterText(parameter, words).map((text) => `${parameter.name}=${text}`);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: once },
    fc.tuple(once, once).map((both) => both.join('&')),
  );
}
