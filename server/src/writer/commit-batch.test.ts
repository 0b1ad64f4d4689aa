import { expect, test, vi } from 'vitest';
import { newDetection } from '../../test/new-detection.ts';
import type { FrameWriter } from '../frames/frame-store.ts';
import { commitBatch } from './commit-batch.ts';

const frames: FrameWriter = {
  put: async () => [],
  erase: async () => {},
  queueAll: async () => {},
  reclaim: async () => false,
  close: async () => {},
};
const batch = { rows: [newDetection(), newDetection(), newDetection()], frames: [null, null, null] };

test.each([
  ['a fault of one row tries each alone', new Error('value too long'), 1 + 3],
  ['a lost connection fails them together', Object.assign(new Error('read'), { code: 'ECONNRESET' }), 1],
])('%s', async (_, error, tries) => {
  const findRepeats = vi.fn(() => Promise.reject(error));
  const insert = () => Promise.reject(error);
  expect(await commitBatch({ batch, commit: { findRepeats, insert }, frames })).toEqual([
    { error },
    { error },
    { error },
  ]);
  expect(findRepeats).toHaveBeenCalledTimes(tries);
});
