import { expect, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../../test/data/new-detection.ts';
import type { FrameWriter } from '../../frames/frame-store.ts';
import { frameStoreLost } from '../../frames/store-lost.ts';
import { type Commit, commitBatch } from './commit-batch.ts';

const frames: FrameWriter = {
  put: async () => [],
  erase: async () => {},
  noteCommitted: () => {},
  queueAll: async () => {},
  reclaim: async () => false,
  close: async () => {},
};
const batch = { rows: [newDetection(), newDetection(), newDetection()], frames: [null, null, null] };

test.each([
  ['a fault of one row tries each alone', new Error('value too long'), 1 + 3],
  ['a lost connection fails them together', Object.assign(new Error('read'), { code: 'ECONNRESET' }), 1],
])('%s', async (_, error, tries) => {
  const findRepeats = async () => [];
  const insert = vi.fn(() => Promise.reject(error));
  expect(await commitBatch({ batch, commit: { findRepeats, insert }, frames })).toEqual([
    { error },
    { error },
    { error },
  ]);
  expect(insert).toHaveBeenCalledTimes(tries);
});

test('asks a lost frame store once for each batch and stores the reports without a frame', async () => {
  const error = frameStoreLost('does not answer', { cause: null, refused: false });
  const put = vi.fn(() => Promise.reject(error));
  const commit: Commit = {
    findRepeats: async (rows) => rows.map(() => null),
    insert: async ({ rows }) => ({
      stored: rows.map((_, index) => ({
        id: index + 1,
        seq: index + 1,
        repeated: false,
        incident_id: 1,
        answered: false,
      })),
      unused: [],
    }),
  };
  const { rows } = batch;
  const mixed = { rows, frames: [frameBytes(), null, frameBytes()] };
  expect(await commitBatch({ batch: mixed, commit, frames: { ...frames, put } })).toEqual([
    { error },
    { stored: { id: 1, seq: 1, repeated: false, incident_id: 1, answered: false } },
    { error },
  ]);
  const framed = { rows, frames: rows.map(() => frameBytes()) };
  expect(await commitBatch({ batch: framed, commit, frames: { ...frames, put } })).toEqual(rows.map(() => ({ error })));
  expect(put).toHaveBeenCalledTimes(2);
});
