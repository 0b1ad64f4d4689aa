import { describe, expect, it } from 'vitest';
import { viewOf, withView } from './dashboard-view.ts';

const at = (query: string) => new URLSearchParams(query);

describe('the view in the address', () => {
  it('is threats unless the address names another existing view', () => {
    expect(viewOf(at(''))).toBe('threats');
    expect(viewOf(at('view=threats'))).toBe('threats');
    expect(viewOf(at('view=elsewhere'))).toBe('threats');
    expect(viewOf(at('view=recent'))).toBe('recent');
    expect(viewOf(at('view=statistics'))).toBe('statistics');
    expect(viewOf(at('view=history'))).toBe('history');
  });

  it('changes without other parameters', () => {
    expect(withView(at('threat=7'), 'statistics').toString()).toBe('threat=7&view=statistics');
    expect(withView(at('view=recent&threat=7'), 'threats').toString()).toBe('threat=7');
  });

  it('keeps the filters of the history only in the history', () => {
    expect(withView(at('view=history&level=high&text=gate&threat=7'), 'recent').toString()).toBe(
      'view=recent&threat=7',
    );
    expect(withView(at('view=history&level=high'), 'history').toString()).toBe('view=history&level=high');
  });
});
