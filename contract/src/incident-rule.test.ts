import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areOneIncident,
  divideIntoIncidents,
  type IncidentSummary,
  incidentOrigin,
  joinSummaries,
  type Sighting,
  summarize,
  summaryOf,
} from './incident-rule.ts';

const GAP = 60;

const sightings = fc
  .array(
    fc.record({
      at: fc.integer({ min: -500, max: 500 }),
      threat_level: fc.integer({ min: 1, max: 10 }),
      confidence: fc.constantFrom(0, 50.5, 80, 99.9),
      hasFrame: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((given) => given.map((one, index): Sighting => ({ ...one, id: index + 1 })));
const shuffled = sightings.chain((given) =>
  fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
);

/** The same by another way: two detections within the gap have the same number, until nothing changes. */
function modelOf(given: readonly Sighting[]): number[][] {
  const number = new Map(given.map(({ id }) => [id, id]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const one of given) {
      for (const other of given) {
        const [a = 0, b = 0] = [number.get(one.id), number.get(other.id)];
        if (Math.abs(one.at - other.at) > GAP || a <= b) continue;
        number.set(one.id, b);
        changed = true;
      }
    }
  }
  const groups = new Map<number, number[]>();
  for (const [id, group] of number) groups.set(group, [...(groups.get(group) ?? []), id]);
  return [...groups.values()].map((ids) => ids.sort((a, b) => a - b)).sort(byFirst);
}

const byFirst = ([a = 0]: number[], [b = 0]: number[]) => a - b;
const byTime = (a: IncidentSummary, b: IncidentSummary) => a.first_at - b.first_at;

describe('incidents', () => {
  it('connect what follows each other within the gap, in any order', () => {
    fc.assert(
      fc.property(shuffled, (given) => {
        const divided = divideIntoIncidents(given, GAP).map((group) => group.map(({ id }) => id).sort((a, b) => a - b));
        expect(divided.sort(byFirst)).toEqual(modelOf(given));
      }),
    );
  });

  it('are the same when each detection joins what it touches', () => {
    fc.assert(
      fc.property(shuffled, (given) => {
        let kept: IncidentSummary[] = [];
        for (const sighting of given) {
          const own = summaryOf(sighting);
          const touched = kept.filter((one) => areOneIncident(one, own, GAP));
          expect(touched.length).toBeLessThanOrEqual(2);
          kept = [...kept.filter((one) => !touched.includes(one)), touched.reduce(joinSummaries, own)];
        }
        expect(kept.sort(byTime)).toEqual(divideIntoIncidents(given, GAP).map(summarize).sort(byTime));
      }),
    );
  });

  it('say when, how often and how bad', () => {
    fc.assert(
      fc.property(shuffled, (given) => {
        for (const group of divideIntoIncidents(given, GAP)) {
          const times = group.map(({ at }) => at);
          const framed = group.filter(({ hasFrame }) => hasFrame);
          const sharpest = Math.max(...framed.map(({ confidence }) => confidence));
          const best = framed.filter(({ confidence }) => confidence === sharpest).at(-1);
          expect(summarize(group)).toEqual({
            first_at: Math.min(...times),
            last_at: Math.max(...times),
            sightings: group.length,
            threat_level: Math.max(...group.map(({ threat_level }) => threat_level)),
            confidence: Math.max(...group.map(({ confidence }) => confidence)),
            picture: best === undefined ? null : { id: best.id, at: best.at, confidence: best.confidence },
          });
        }
      }),
    );
  });

  it('end after exactly the gap', () => {
    const at = (...times: number[]) => times.map((time, index) => ({ id: index, at: time }));
    expect(divideIntoIncidents(at(0, GAP), GAP)).toHaveLength(1);
    expect(divideIntoIncidents(at(0, GAP + 1), GAP)).toHaveLength(2);
  });

  it('have one device, or one place where officers recorded them', () => {
    expect(incidentOrigin({ device_id: 'a1', location: 'Gate' })).toBe('a1');
    expect(incidentOrigin({ device_id: null, location: 'a1' })).toBe('@a1');
    expect(incidentOrigin({ device_id: null, location: null })).toBe('@');
  });
});
