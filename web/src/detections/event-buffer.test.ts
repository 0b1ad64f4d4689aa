import { expect, it } from 'vitest';
import { createEventBuffer } from './event-buffer.ts';

it('returns to each load the events that arrived during it, and no others', async () => {
  const buffer = createEventBuffer<string>();
  const first = deferred();
  const second = deferred();
  buffer.add(['before']);
  const one = buffer.whileLoading(() => first.promise);
  buffer.add(['a']);
  const two = buffer.whileLoading(() => second.promise);
  buffer.add(['b']);
  first.resolve(1);
  expect(await one).toEqual({ loaded: 1, eventsSince: ['a', 'b'] });
  buffer.add(['c']);
  second.resolve(2);
  expect(await two).toEqual({ loaded: 2, eventsSince: ['b', 'c'] });
});

function deferred() {
  let resolve = (_value: number) => {};
  const promise = new Promise<number>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
