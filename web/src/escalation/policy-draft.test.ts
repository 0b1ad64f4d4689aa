import { DEFAULT_POLICY } from '@vedette/contract/escalation';
import { expect, it } from 'vitest';
import { draftOf, newRule, nextRung, policyOf, withPart } from './policy-draft.ts';

it('a policy is the same after it was opened for editing', () => {
  expect(policyOf(draftOf(DEFAULT_POLICY))).toEqual(DEFAULT_POLICY);
});

it('a new rule and its next rungs are in order', () => {
  const rule = newRule(2);
  const next = nextRung(rule.rungs);
  expect([rule.name, rule.rungs[0]?.after_s, next.after_s, nextRung([next]).after_s]).toEqual(['Rule 2', 0, 60, 120]);
});

it('a part is replaced or removed by its key', () => {
  const [one, two] = [newRule(1), newRule(2)];
  const renamed = { ...one, name: 'Night' };
  expect(withPart([one, two], { key: one.key, part: renamed })).toEqual([renamed, two]);
  expect(withPart([one, two], { key: one.key, part: null })).toEqual([two]);
});
