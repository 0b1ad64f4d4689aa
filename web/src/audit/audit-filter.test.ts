import { expect, test } from 'vitest';
import { addressOf, filterIn, requestOf } from './audit-filter.ts';

const NOTHING = { kind: '', actor: '', subject: '', from: '', to: '' } as const;

test('the filter is what the address says, without what is no filter', () => {
  const address = new URLSearchParams('kind=incidents&actor=ana@gmail.com&from=2026-11-20&to=2026-11-21');
  const filter = filterIn(address);
  expect(filter).toEqual({
    ...NOTHING,
    kind: 'incidents',
    actor: 'ana@gmail.com',
    from: '2026-11-20',
    to: '2026-11-21',
  });
  expect(addressOf(filter).toString()).toBe(address.toString());
  expect(filterIn(new URLSearchParams('kind=all&from=yesterday&to=2026-13-01'))).toEqual(NOTHING);
});

test('both days are included, in the time of this browser', () => {
  const query = requestOf({ ...NOTHING, from: '2026-11-20', to: '2026-11-30' });
  expect(query.get('from')).toBe(new Date(2026, 10, 20).toISOString());
  expect(query.get('to')).toBe(new Date(2026, 11, 1).toISOString());
  expect(requestOf(NOTHING).toString()).toBe('');
});
