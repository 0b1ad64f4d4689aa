import { describe, expect, it } from 'vitest';
import { modalIn, withModal, withoutModal } from './modal-address.ts';

const read = (query: string) => modalIn(new URLSearchParams(query));

describe('the modal in an address', () => {
  it('is none when no parameter names one', () => {
    expect(read('')).toBeNull();
    expect(read('view=recent')).toBeNull();
  });

  it('is named by its parameter and the id of the detection', () => {
    expect(read('threat=123')).toEqual({ kind: 'threat', id: 123 });
    expect(read('view=recent&metrics=7')).toEqual({ kind: 'metrics', id: 7 });
    expect(read('frame=9007199254740991')).toEqual({ kind: 'frame', id: Number.MAX_SAFE_INTEGER });
  });

  it.each(['', '0', '-1', '1.5', 'abc', '1e3', ' 1', '9007199254740993'])(
    'has no id when the parameter is %j',
    (id) => {
      expect(modalIn(new URLSearchParams({ threat: id }))).toEqual({ kind: 'threat', id: null });
    },
  );

  it('is added and removed without changing other parameters', () => {
    const before = new URLSearchParams('view=recent&frame=1');
    const open = withModal(before, { kind: 'threat', id: 5 });
    expect(String(open)).toBe('view=recent&threat=5');
    expect(String(withoutModal(open))).toBe('view=recent');
    expect(String(before)).toBe('view=recent&frame=1');
  });
});
