import { expect, onTestFinished, test, vi } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { createDetectionWriter } from './detection-writer.ts';
import type { WriterAnswer, WriterRequest } from './messages.ts';
import type { WriterLink } from './writer-link.ts';

/** A writer whose thread is replaced by `answer`, and spies on its callbacks. */
function writerOn(answer: (request: WriterRequest) => Promise<WriterAnswer>, { shared = false } = {}) {
  const link: WriterLink = { ask: answer, stop: vi.fn(async () => {}) };
  const callbacks = { onCreated: vi.fn(), onChange: vi.fn(), onRefused: vi.fn(), onError: vi.fn() };
  return { writer: createDetectionWriter({ link, shared, ...callbacks }), link, ...callbacks };
}

async function stores(request: WriterRequest): Promise<WriterAnswer> {
  const rows = request.do === 'commit' ? request.batch.rows : [];
  return {
    did: 'commit',
    outcomes: rows.map(() => ({ stored: { id: 1, repeated: false, seq: 1, incident_id: 1, answered: false } })),
  };
}

test('stores a report and the next one when onCreated throws', async () => {
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

test('refuses a report when the thread answers a different request', async () => {
  const { writer, onRefused } = writerOn(async () => ({ did: 'clear', count: 0 }));
  await expect(writer.add(newDetection(), null)).rejects.toMatchObject({ apiCode: 'UNAVAILABLE' });
  expect(onRefused).toHaveBeenCalledOnce();
});

test('refuses the report after ten thousand that wait, and stores those', async () => {
  const { writer } = writerOn(stores);
  const accepted = Array.from({ length: writer.waiting().reportsLimit }, () => writer.add(newDetection(), null));
  expect(accepted).toHaveLength(10_000);
  await expect(writer.add(newDetection(), null)).rejects.toMatchObject({ apiCode: 'UNAVAILABLE' });
  expect(await Promise.all(accepted)).toHaveLength(10_000);
});

test('waiting() counts the reports that are not with the thread yet', async () => {
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

test('stop() waits for the running commit and for the queued reports', async () => {
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

/** Resolves when all work that does not depend on a timer is done. */
async function quiet() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Records the batch sizes, and numbers events as if other servers committed `others` of them before each batch. */
function countingWriter({ shared, others }: { shared: boolean; others: number }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const batches: number[] = [];
  let newest = 0;
  const { writer } = writerOn(
    async (request) => {
      if (request.do === 'clear') {
        newest += 1;
        return { did: 'clear', count: 1 };
      }
      const rows = request.do === 'commit' ? request.batch.rows : [];
      batches.push(rows.length);
      const before = newest + others;
      newest = before + rows.length;
      const stored = (index: number) => ({
        id: 1,
        repeated: false as const,
        seq: before + index + 1,
        incident_id: 1,
        answered: false,
      });
      return { did: 'commit', outcomes: rows.map((_, index) => ({ stored: stored(index) })) };
    },
    { shared },
  );
  const report = async (count: number) => {
    const stored = Promise.all(Array.from({ length: count }, () => writer.add(newDetection(), null)));
    await quiet();
    return { stored };
  };
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await quiet();
  };
  return { writer, report, pass, batches };
}

test.each([
  ['no other server can commit', { shared: false, others: 1 }, [2, 1, 1, 1]],
  ['no other server commits', { shared: true, others: 0 }, [2, 1, 1, 1]],
  ['another server commits', { shared: true, others: 1 }, [2, 3]],
])('chooses the batch sizes while %s', async (_, servers, sizes) => {
  const { report, batches } = countingWriter(servers);
  const first = await report(3);
  const others = [await report(1), await report(1)];
  await Promise.all([first, ...others].map(({ stored }) => stored));
  expect(batches).toEqual(sizes);
});

test('does not take its own removals for another server', async () => {
  const { report, writer, batches } = countingWriter({ shared: true, others: 0 });
  await (await report(1)).stored;
  await writer.clear();
  await (await report(3)).stored;
  expect(batches).toEqual([1, 2, 1]);
});

test('commits after the batching window when no more reports come', async () => {
  const { report, pass, batches } = countingWriter({ shared: true, others: 1 });
  const { stored } = await report(3);
  await pass(11);
  expect(batches).toEqual([2]);
  await pass(1);
  await stored;
  expect(batches).toEqual([2, 1]);
});

test('stops waiting a second after the last commit of another server', async () => {
  const { report, pass, batches } = countingWriter({ shared: true, others: 1 });
  await (await report(1)).stored;
  await pass(12);
  await pass(988);
  const { stored } = await report(3);
  await pass(12);
  await stored;
  expect(batches).toEqual([1, 2, 1]);
});

test('takes at most half of the queued and the just answered reports', async () => {
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
