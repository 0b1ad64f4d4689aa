import { expect, test, vi } from 'vitest';
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
