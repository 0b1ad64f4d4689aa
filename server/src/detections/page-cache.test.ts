import { expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';

it('the page cache reads a page once until an event comes', async () => {
  let seq = 1;
  let reads = 0;
  const pages = createPageCache(async () => seq);
  const read = async () => ({ read: ++reads });
  expect([await pages('all', read), await pages('all', read)]).toEqual(['{"read":1}', '{"read":1}']);
  seq = 2;
  expect(await pages('all', read)).toBe('{"read":2}');
  expect(await pages('threats', read)).toBe('{"read":3}');
});

it('the page cache does not keep a page as current when an event comes during the read', async () => {
  let seq = 1;
  const pages = createPageCache(async () => seq);
  const overtaken = await pages('all', async () => {
    seq = 2;
    return 'before the change';
  });
  expect(overtaken).toBe('"before the change"');
  expect(await pages('all', async () => 'after it')).toBe('"after it"');
});
