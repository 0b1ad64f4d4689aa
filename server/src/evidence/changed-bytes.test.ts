import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { inWords } from '@vedette/contract/evidence-archive/faults';
import { verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import {
  DIRECTORY_RECORD_BYTES,
  directoryRecord,
  endOfDirectory,
  joined,
  LOCAL_HEADER_BYTES,
  localHeader,
} from '@vedette/contract/evidence-archive/zip-format';
import { readDirectory } from '@vedette/contract/evidence-archive/zip-reader';
import { beforeEach, expect, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { entriesOf } from '../../test/data/read-archive.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { createZip } from './zip-writer.ts';

vi.setConfig({ testTimeout: 120_000 });

type Bytes = Uint8Array<ArrayBuffer>;

let archive: Bytes;
let entries: Map<string, Buffer>;

beforeEach(async () => {
  const { api, dependencies, signIn, close } = await buildTestApp(freshSqlite);
  await dependencies.writer.add(newDetection(), frameBytes());
  const { rawPayload } = await api.inject({ url: '/api/detections/1/evidence.zip', headers: await signIn() });
  await close();
  archive = Uint8Array.from(rawPayload);
  entries = await entriesOf(archive);
});

async function faultsOf(bytes: Uint8Array, expectedKey?: string): Promise<string[]> {
  const { faults } = await verifyArchive(sourceOf(new Blob([Uint8Array.from(bytes)])), { expectedKey });
  return faults.map(({ problem, entry }) => (entry === undefined ? problem : `${entry} ${problem}`));
}

function zipOf(files: Iterable<readonly [string, Uint8Array]>): Bytes {
  const zip = createZip();
  return joined([...[...files].flatMap(([name, content]) => zip.add(name, content)), ...zip.end()]);
}

const withChange = (change: (files: [string, Buffer][]) => [string, Uint8Array][]) => zipOf(change([...entries]));

/** Pseudorandom numbers below 1, the same in every run. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Every byte that is no content of a listed file, and a sample of those. */
async function positions(sample: number): Promise<number[]> {
  const directory = await readDirectory(sourceOf(new Blob([archive])));
  const structure = (directory?.entries ?? []).flatMap(({ name, offset, size }) => {
    const header = LOCAL_HEADER_BYTES + name.length;
    return Array.from({ length: header + (name.startsWith('manifest') ? size : 0) }, (_, at) => offset + at);
  });
  const end = Array.from({ length: archive.length - (directory?.offset ?? 0) }, (_, at) => archive.length - 1 - at);
  const numbers = seeded(20);
  const inside = Array.from({ length: sample }, () => Math.floor(numbers.next().value * archive.length));
  return [...new Set([...structure, ...end, ...inside])];
}

test('every changed byte is named', async () => {
  expect(await faultsOf(archive)).toEqual([]);
  const tried = await positions(1_500);
  expect(tried.length).toBeGreaterThan(2_000);
  const numbers = seeded(7);
  const unnoticed: number[] = [];
  for (const at of tried) {
    const changed = archive.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(numbers.next().value * 8));
    if ((await faultsOf(changed)).length === 0) unnoticed.push(at);
  }
  expect(unnoticed).toEqual([]);
});

test('the changed file is the one that is named', async () => {
  for (const [name, content] of entries) {
    // There is no audit row about it.
    if (content.length === 0) continue;
    const at = Buffer.from(archive).indexOf(content);
    const changed = archive.slice();
    // The last character may be a line break, after which a manifest is still one.
    changed[at + content.length - 1] = name.endsWith('.json') ? 0x20 : (changed[at + content.length - 1] ?? 0) ^ 1;
    const isUnsigned = name.startsWith('manifest.');
    const fault = isUnsigned ? 'manifest.sig signature wrong' : `${name} changed`;
    expect(await faultsOf(changed)).toEqual(name === 'public-key.pem' ? expect.arrayContaining([fault]) : [fault]);
  }
});

test('files that were swapped, removed, added, doubled or reordered are named', async () => {
  const of = (name: string) => entries.get(name) ?? Buffer.alloc(0);
  const swapped = withChange((files) =>
    files.map(([name, content]) => {
      if (name === 'detections/1.json') return [name, of('frames/1.jpg')];
      return [name, name === 'frames/1.jpg' ? of('detections/1.json') : content];
    }),
  );
  expect(await faultsOf(swapped)).toEqual(['detections/1.json changed', 'frames/1.jpg changed']);
  const without = (gone: string) => withChange((files) => files.filter(([name]) => name !== gone));
  expect(await faultsOf(without('frames/1.jpg'))).toEqual(['frames/1.jpg missing']);
  expect(await faultsOf(without('audit.jsonl'))).toEqual(['audit.jsonl missing']);
  expect(await faultsOf(without('manifest.sig'))).toEqual(['manifest.sig missing', 'manifest.sig signature wrong']);
  expect(await faultsOf(without('manifest.json'))).toEqual(['manifest.json no manifest']);
  const added = withChange((files) => [...files, ['frames/2.jpg', frameBytes()]]);
  expect(await faultsOf(added)).toEqual(['frames/2.jpg added']);
  const doubled = withChange((files) => [...files, ['frames/1.jpg', of('frames/1.jpg')]]);
  expect(await faultsOf(doubled)).toEqual(['frames/1.jpg twice']);
  const reordered = withChange((files) => files.toReversed());
  expect(await faultsOf(reordered)).toEqual(['manifest.sig moved']);
});

test('an archive that was cut off, lengthened or shifted is named', async () => {
  const numbers = seeded(3);
  for (let time = 0; time < 200; time += 1) {
    const length = Math.floor(numbers.next().value * archive.length);
    expect([length, (await faultsOf(archive.subarray(0, length))).length > 0]).toEqual([length, true]);
  }
  expect(await faultsOf(archive.subarray(0, -1))).toEqual(['no archive']);
  expect(await faultsOf(joined([archive, new Uint8Array(1)]))).toEqual(['directory changed']);
  expect(await faultsOf(joined([archive, archive]))).not.toEqual([]);
  expect(await faultsOf(joined([new Uint8Array(9), archive]))).toEqual(['no archive']);
  expect(await faultsOf(new Uint8Array())).toEqual(['no archive']);
  const [gap, at] = [new Uint8Array(5), LOCAL_HEADER_BYTES + 'README.txt'.length];
  expect(await faultsOf(joined([archive.subarray(0, at), gap, archive.subarray(at)]))).not.toEqual([]);
});

test('an archive that was packed again has whole contents, and says so', async () => {
  const files = [...entries].map(([name, content]) => ({ name, content, packed: deflateRawSync(content) }));
  const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);
  let offset = 0;
  const pieces = files.map(({ name, packed }) => {
    const header = localHeader({ name, crc: 0, size: packed.byteLength });
    view(header).setUint16(8, 8, true);
    const begin = offset;
    offset += header.byteLength + packed.byteLength;
    return { begin, bytes: [header, packed] };
  });
  const records = files.map(({ name, content, packed }, index) => {
    const record = directoryRecord({ name, crc: 0, size: content.byteLength, offset: pieces[index]?.begin ?? 0 });
    view(record).setUint16(10, 8, true);
    view(record).setUint32(20, packed.byteLength, true);
    return record;
  });
  const size = files.reduce((sum, { name }) => sum + DIRECTORY_RECORD_BYTES + name.length, 0);
  const end = endOfDirectory({ count: files.length, offset, size });
  const faults = await faultsOf(joined([...pieces.flatMap(({ bytes }) => bytes), ...records, end]));
  expect(faults).toEqual([...files.map(({ name }) => `${name} header changed`), 'directory changed']);
});

test('an archive that somebody else has signed is another, when the key is known', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { fingerprint } = await verifyArchive(sourceOf(new Blob([archive])));
  const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));
  const files = new Map(entries);
  files.set('public-key.pem', pem);
  const own = await verifyArchive(sourceOf(new Blob([zipOf(files)])));
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
  for (const file of manifest.files) {
    const content = files.get(file.name) ?? Buffer.alloc(0);
    Object.assign(file, { size: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') });
  }
  manifest.key = own.fingerprint;
  const forged = Buffer.from(JSON.stringify(manifest));
  files.set('manifest.json', forged);
  files.set('manifest.sig', sign(null, forged, privateKey));
  expect(await faultsOf(zipOf(files))).toEqual([]);
  expect(await faultsOf(zipOf(files), fingerprint ?? '')).toEqual(['public-key.pem other key']);
  files.set('manifest.sig', entries.get('manifest.sig') ?? Buffer.alloc(0));
  expect(await faultsOf(zipOf(files))).toEqual(['manifest.sig signature wrong']);
});

test('every fault has words', () => {
  expect(inWords({ problem: 'changed', entry: 'a.jpg' })).toBe('a.jpg: Its content is not what the manifest says');
  expect(inWords({ problem: 'directory changed' })).toMatch(/^The archive's directory was changed/);
});
