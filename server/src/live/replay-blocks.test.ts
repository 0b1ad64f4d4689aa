import { expect, test } from 'vitest';
import { eventLogInMemory } from '../../test/data/event-log-in-memory.ts';
import { BLOCK_EVENTS, createReplayBlocks } from './replay-blocks.ts';

const numbersIn = (bytes: Buffer) => [...bytes.toString().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

async function replay(blocks: ReturnType<typeof createReplayBlocks>, { from, to }: { from: number; to: number }) {
  const seen: number[] = [];
  for (let last = from; last < to; ) {
    const { bytes, reached } = await blocks.after(last, to);
    seen.push(...numbersIn(bytes));
    last = reached;
  }
  return seen;
}

test('reads each range once for many replays from different numbers', async () => {
  const { log, reads, grow } = eventLogInMemory();
  const head = 4 * BLOCK_EVENTS + 17;
  grow(head);
  const blocks = createReplayBlocks(log);
  const starts = Array.from({ length: 50 }, (_, index) => index * 7);
  const replays = await Promise.all(starts.map((from) => replay(blocks, { from, to: head })));
  for (const [index, from] of starts.entries()) {
    expect(replays[index]).toEqual(Array.from({ length: head - from }, (_, offset) => from + 1 + offset));
  }
  expect(reads).toHaveLength(5);
});

test('gives the event loop a turn between two blocks', async () => {
  const { log, grow } = eventLogInMemory();
  grow(8 * BLOCK_EVENTS);
  const blocks = createReplayBlocks(log);
  let turns = 0;
  const count = () => {
    turns += 1;
    pending = setImmediate(count);
  };
  let pending = setImmediate(count);
  await Promise.all(Array.from({ length: 20 }, () => replay(blocks, { from: 0, to: 8 * BLOCK_EVENTS })));
  clearImmediate(pending);
  expect(turns).toBeGreaterThanOrEqual(20 * 8);
});

test('returns the same number when the log no longer holds the next event', async () => {
  const blocks = createReplayBlocks({ after: async (seq) => ({ events: [], reached: seq }) });
  expect(await blocks.after(300, 900)).toEqual({ bytes: Buffer.alloc(0), reached: 300 });
});

test('reads a range again after a failed read', async () => {
  const { log, grow } = eventLogInMemory();
  grow(10);
  let fails = true;
  const after: typeof log.after = (...asked) => {
    if (!fails) return log.after(...asked);
    fails = false;
    return Promise.reject(new Error('the database is away'));
  };
  const blocks = createReplayBlocks({ after });
  await expect(blocks.after(0, 10)).rejects.toThrow('away');
  expect((await blocks.after(0, 10)).reached).toBe(10);
});
