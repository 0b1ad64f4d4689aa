import { expect, onTestFinished, test, vi } from 'vitest';
import { newDetection } from '../../test/new-detection.ts';
import { createDetectionWriter } from './detection-writer.ts';
import type { WriterAnswer, WriterRequest } from './messages.ts';
import type { WriterLink } from './writer-link.ts';

/** A writer whose thread is replaced by one that answers as told, and what became known of it. */
function writerOn(answer: (request: WriterRequest) => Promise<WriterAnswer>) {
  const link: WriterLink = { ask: answer, stop: vi.fn(async () => {}) };
  const told = { onCreated: vi.fn(), onChange: vi.fn(), onRefused: vi.fn(), onError: vi.fn() };
  return { writer: createDetectionWriter({ link, ...told }), link, ...told };
}

async function stores(request: WriterRequest): Promise<WriterAnswer> {
  const rows = request.do === 'commit' ? request.batch.rows : [];
  return { did: 'commit', outcomes: rows.map(() => ({ stored: { id: 1, repeated: false, seq: 1 } })) };
}

test('a report is stored even when telling of it fails, and so is the next', async () => {
  const { writer, onCreated, onError } = writerOn(stores);
  const fault = new Error('cannot encode');
  onCreated.mockImplementationOnce(() => {
    throw fault;
  });
  expect(await writer.add(newDetection(), null)).toMatchObject({ id: 1 });
  expect(await writer.add(newDetection(), null)).toMatchObject({ id: 1 });
  await writer.stop();
  expect(onError.mock.calls).toEqual([[fault]]);
});

test('an answer to something else stores nothing', async () => {
  const { writer, onRefused } = writerOn(async () => ({ did: 'clear', count: 0 }));
  await expect(writer.add(newDetection(), null)).rejects.toMatchObject({ apiCode: 'UNAVAILABLE' });
  expect(onRefused).toHaveBeenCalledOnce();
});

test('what waits is what has not been handed to the thread yet', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { writer } = writerOn(async (request) => {
    await held;
    return stores(request);
  });
  expect(writer.waiting()).toMatchObject({ reports: 0, bytes: 0 });
  const first = writer.add(newDetection(), null);
  await vi.waitUntil(() => writer.waiting().reports === 0);
  const others = [writer.add(newDetection(), Buffer.alloc(1_000)), writer.add(newDetection(), Buffer.alloc(500))];
  expect(writer.waiting()).toMatchObject({ reports: 2, bytes: 1_500 });
  await vi.waitUntil(() => writer.waiting().committingMs > 1);
  release();
  await Promise.all([first, ...others]);
  expect(writer.waiting()).toMatchObject({ reports: 0, bytes: 0, committingMs: 0 });
});

test('stopping waits for the report that is being stored, and for those behind it', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { writer, link } = writerOn((request) => held.then(() => stores(request)));
  const first = writer.add(newDetection(), null);
  const stopped = writer.stop();
  const second = writer.add(newDetection(), null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(link.stop).not.toHaveBeenCalled();
  release();
  await stopped;
  await Promise.all([first, second]);
  expect(link.stop).toHaveBeenCalledOnce();
});

test.each([
  ['nobody else commits', 1, [1, 1, 1]],
  ['another server commits, too', 2, [1, 2]],
])('while %s, a batch is what comes up to its turn', async (_, step, sizes) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const batches: number[] = [];
  let seq = 0;
  const { writer } = writerOn(async (request) => {
    const rows = request.do === 'commit' ? request.batch.rows : [];
    batches.push(rows.length);
    seq += step;
    const stored = (index: number) => ({ id: 1, repeated: false as const, seq: seq + index });
    return { did: 'commit', outcomes: rows.map((_row, index) => ({ stored: stored(index) })) };
  });
  await writer.add(newDetection(), null);
  const added = [];
  for (let turn = 0; turn < 10; turn += 1) {
    if (turn % 5 === 0) added.push(writer.add(newDetection(), null));
    await new Promise((resolve) => setImmediate(resolve));
  }
  vi.runAllTimers();
  await Promise.all(added);
  expect(batches).toEqual(sizes);
});

test('a batch is at most half of what waits and what was just answered', async () => {
  const sizes: number[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { writer } = writerOn(async (request) => {
    if (request.do === 'commit') sizes.push(request.batch.rows.length);
    await held;
    return stores(request);
  });
  const first = writer.add(newDetection(), null);
  await vi.waitUntil(() => writer.waiting().reports === 0);
  const others = Array.from({ length: 5 }, () => writer.add(newDetection(), null));
  release();
  await Promise.all([first, ...others]);
  expect(sizes).toEqual([1, 3, 2]);
});
