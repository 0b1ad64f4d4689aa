import type { Detection } from '@vedette/contract/detection';
import { expect, test } from 'vitest';
import { groupByIncident, incidentKey } from './incident-groups.ts';

const seen = (id: number, incident_id?: number) => ({ id, ...(incident_id && { incident_id }) }) as Detection;

test('one group for each incident, the last seen first', () => {
  const groups = groupByIncident([seen(9, 2), seen(8, 1), seen(7, 2), seen(6), seen(5), seen(4, 1)], false);
  const facts = [...groups].map(([key, { latest, first, sightings }]) => [key, latest.id, first.id, sightings]);
  expect(facts).toEqual([
    ['incident 2', 9, 7, 2],
    ['incident 1', 8, 4, 2],
    ['detection 6', 6, 6, 1],
    ['detection 5', 5, 5, 1],
  ]);
});

test('only the incident at the end of an incomplete list may have more', () => {
  const items = [seen(3, 2), seen(2, 1), seen(1, 2)];
  const more = (hasOlder: boolean) => [...groupByIncident(items, hasOlder).values()].map((group) => group.more);
  expect([more(true), more(false)]).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(groupByIncident([], true).size).toBe(0);
  expect(incidentKey(seen(7))).not.toBe(incidentKey(seen(1, 7)));
});
