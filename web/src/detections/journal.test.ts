import { expect, it } from 'vitest';
import { createJournal } from './journal.ts';

it('tells each load what happened while it ran, and nothing else', async () => {
  const journal = createJournal<string>();
  const first = deferred();
  const second = deferred();
  journal.record(['before']);
  const one = journal.during(() => first.promise);
  journal.record(['a']);
  const two = journal.during(() => second.promise);
  journal.record(['b']);
  first.resolve(1);
  expect(await one).toEqual({ loaded: 1, meanwhile: ['a', 'b'] });
  journal.record(['c']);
  second.resolve(2);
  expect(await two).toEqual({ loaded: 2, meanwhile: ['b', 'c'] });
});

function deferred() {
  let resolve = (_value: number) => {};
  const promise = new Promise<number>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
