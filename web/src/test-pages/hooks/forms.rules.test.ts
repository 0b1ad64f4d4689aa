import { expect, it } from 'vitest';
import { manualDetection, newComment } from './forms.rules.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

it('a manual detection contains the filled fields, trimmed, with a confidence of 0.8 by default', () => {
  const filled = { object_type: 'Knife', confidence: '', location: ' Gate ', description: '', officer_name: ' ' };
  expect(manualDetection(form(filled))).toEqual({ object_type: 'Knife', confidence: 0.8, location: 'Gate' });
  expect(manualDetection(form({ ...filled, confidence: '0.35', officer_name: 'Ada' }))).toEqual({
    object_type: 'Knife',
    confidence: 0.35,
    location: 'Gate',
    officer_name: 'Ada',
  });
});

it('shows missing values as empty', () => {
  expect(manualDetection(form({ location: '  ' }))).toMatchObject({ object_type: '', location: '' });
  expect(newComment(form({ comment: ' \n\t ' })).comment).toBe('');
});

it('trims a comment and names its author', () => {
  expect(newComment(form({ comment: '  seen \n', userName: '' }))).toEqual({
    comment: 'seen',
    userName: 'Anonymous User',
    userId: 1,
  });
  expect(newComment(form({ comment: 'seen', userName: ' Grace ' })).userName).toBe('Grace');
});
