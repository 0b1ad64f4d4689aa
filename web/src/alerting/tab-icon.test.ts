import { describe, expect, it } from 'vitest';
import { tabIcon } from './tab-icon.ts';

const drawn = (count: number, blind = false) => decodeURIComponent(tabIcon({ count, blind }));

describe('the icon of the tab', () => {
  it('counts active threats, and has no badge without any', () => {
    expect(drawn(0)).not.toContain('<text');
    expect(drawn(7)).toContain('>7</text>');
    expect(drawn(99)).toContain('>99</text>');
    expect(drawn(4_200)).toContain('>99+</text>');
  });

  it('is grey when the counters are stale', () => {
    expect(drawn(3)).toContain('#1a48cc');
    expect(drawn(3, true)).not.toContain('#1a48cc');
  });
});
