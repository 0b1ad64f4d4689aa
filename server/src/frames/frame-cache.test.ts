import { expect, it } from 'vitest';
import { cacheFrames } from './frame-cache.ts';

function countedReader() {
  const reads: string[] = [];
  const reader = {
    read: async ({ place, size }: { place: string; size: number }) => {
      reads.push(place);
      return place === 'gone' ? null : Buffer.alloc(size, place);
    },
    check: () => Promise.reject(new Error('the disk is gone')),
    close: async () => {},
  };
  return { reads, cache: cacheFrames(reader, 1_000) };
}

it('the frame cache reads a frame once while it is cached', async () => {
  const { reads, cache } = countedReader();
  const first = await cache.read({ place: 'a', size: 100 });
  expect(await cache.read({ place: 'a', size: 100 })).toBe(first);
  expect(reads).toEqual(['a']);
});

it('the frame cache evicts the least recently used frame when it is full', async () => {
  const { reads, cache } = countedReader();
  for (const place of ['a', 'b', 'c', 'd']) await cache.read({ place, size: 250 });
  await cache.read({ place: 'a', size: 250 });
  await cache.read({ place: 'e', size: 250 });
  await cache.read({ place: 'a', size: 250 });
  await cache.read({ place: 'b', size: 250 });
  expect(reads).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});

it('the frame cache does not keep frames that are too large or missing', async () => {
  const { reads, cache } = countedReader();
  for (let time = 0; time < 2; time += 1) {
    expect((await cache.read({ place: 'large', size: 900 }))?.byteLength).toBe(900);
    expect(await cache.read({ place: 'gone', size: 10 })).toBeNull();
  }
  expect(reads).toEqual(['large', 'gone', 'large', 'gone']);
});

it('the frame cache passes the check on to the store', async () => {
  const { cache } = countedReader();
  await cache.read({ place: 'a', size: 100 });
  await expect(cache.check()).rejects.toThrow('the disk is gone');
});
