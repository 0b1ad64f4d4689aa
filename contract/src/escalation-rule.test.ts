import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type EscalationPolicy, policyMistake } from './escalation.ts';
import { type Alarm, dueRungs, isWithin, type RungPlace } from './escalation-rule.ts';
import { policyInWords } from './escalation-words.ts';
import { spanInWords } from './span-in-words.ts';

const STALE_S = 120;
const sound = { kind: 'sound' } as const;

const policies = fc
  .array(
    fc.record({
      min_level: fc.integer({ min: 1, max: 10 }),
      steps: fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 5 }),
    }),
    { maxLength: 4 },
  )
  .map((rules): EscalationPolicy => {
    const named = rules.map(({ min_level, steps }, index) => ({
      name: `Rule ${index}`,
      min_level,
      rungs: steps.sort((a, b) => a - b).map((after_s) => ({ after_s, receivers: [sound] })),
    }));
    return { time_zone: 'UTC', stale_after_minutes: STALE_S / 60, rules: named };
  });

/** What happens to an incident, each so many seconds after the one before. */
const happenings = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 200 }),
    what: fc.constantFrom('tick', 'report', 'acknowledge', 'close', 'reopen') as fc.Arbitrary<What>,
    level: fc.integer({ min: 1, max: 10 }),
  }),
  { minLength: 1, maxLength: 60 },
);
type What = 'tick' | 'report' | 'acknowledge' | 'close' | 'reopen';

const NEW: Alarm = {
  ...{ state: 'open', level: 1, location: null, device_id: null, alarm_at: 0, last_report_at: 0 },
  ...{ last_action_at: null, closed_level: null },
};

function after(alarm: Alarm, what: What, { now, level }: { now: number; level: number }): Alarm {
  if (what === 'report') return { ...alarm, level: Math.max(alarm.level, level), last_report_at: now };
  if (what === 'acknowledge' && alarm.state === 'open') return { ...alarm, state: 'acknowledged', last_action_at: now };
  if (what === 'close' && alarm.state !== 'closed') {
    return { ...alarm, state: 'closed', last_action_at: now, closed_level: alarm.level };
  }
  if (what === 'reopen' && alarm.state !== 'open') {
    return { ...alarm, state: 'open', alarm_at: now, last_action_at: null, closed_level: null };
  }
  return alarm;
}

describe('what happens when nobody answers', () => {
  it('equals a second-by-second walk through the time', () => {
    fc.assert(
      fc.property(policies, happenings, (policy, given) => {
        let now = 0;
        let alarm = NEW;
        let fired: RungPlace[] = [];
        /** The model: counts seconds of silence, and fires what the count reaches. */
        let silent = 0;
        let model: string[] = [];
        const modelRule = () => policy.rules.findIndex(({ min_level }) => min_level <= alarm.level);
        const catchUp = () => {
          const rule = modelRule();
          for (const [rung, { after_s }] of (policy.rules[rule]?.rungs ?? []).entries()) {
            const name = `${rule}.${rung}`;
            if (after_s <= silent && !model.includes(name)) model.push(name);
          }
        };
        const namesOf = (places: readonly RungPlace[]) => places.map(({ rule, rung }) => `${rule}.${rung}`).sort();
        const look = () => {
          const { due } = dueRungs(alarm, policy, fired, now * 1_000);
          fired = [...fired, ...due];
        };
        look();
        catchUp();
        for (const { after: wait, what, level } of given) {
          for (let second = 0; second < wait; second += 1) {
            if (alarm.state !== 'open') continue;
            silent += 1;
            catchUp();
          }
          now += wait;
          look();
          const before = alarm;
          alarm = after(alarm, what, { now: now * 1_000, level });
          if (before.state !== 'open' && alarm.state === 'open') {
            silent = 0;
            model = [];
            fired = [];
          }
          if (alarm.state === 'open') catchUp();
          look();
          expect(namesOf(fired)).toEqual([...model].sort());
        }
      }),
    );
  });

  it('names the next moment at which anything is due, and nothing is before it', () => {
    fc.assert(
      fc.property(
        policies,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 400 }),
        (policy, level, second) => {
          const alarm = { ...NEW, level };
          const now = second * 1_000;
          const { due, next_at } = dueRungs(alarm, policy, [], now);
          expect([...due].sort((a, b) => a.due_at - b.due_at)).toEqual(due);
          const at = next_at ?? 900_000;
          expect(at).toBeGreaterThan(now);
          expect(dueRungs(alarm, policy, due, at - 1).due).toEqual([]);
          expect(dueRungs(alarm, policy, due, at).due.length > 0).toBe(next_at !== null);
        },
      ),
    );
  });

  it('fires nothing, and never twice, for what is answered', () => {
    fc.assert(
      fc.property(policies, fc.constantFrom('acknowledged', 'closed'), fc.nat(1e6), (policy, state, now) => {
        const found = dueRungs({ ...NEW, state, level: 10, last_action_at: 0, closed_level: 10 }, policy, [], now);
        expect(found).toEqual({ due: [], next_at: null, reopen: null });
      }),
    );
  });

  it('reopens what was left alone while reports go on', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.boolean(), (done, seen, closed) => {
        const state = closed ? 'closed' : 'acknowledged';
        const alarm: Alarm = {
          ...NEW,
          state,
          last_action_at: done * 1_000,
          last_report_at: seen * 1_000,
          closed_level: 1,
        };
        const policy = { ...DEFAULT_POLICY, stale_after_minutes: STALE_S / 60 };
        const expected = seen - done > STALE_S ? (closed ? 'seen_again' : 'stale') : null;
        expect(dueRungs(alarm, policy, [], 1e6).reopen).toBe(expected);
        const risen = dueRungs({ ...alarm, level: 2 }, policy, [], 1e6).reopen;
        expect(risen).toBe(closed ? 'level' : expected);
      }),
    );
  });
});

describe('the hours of a rule', () => {
  const at = (text: string) => Date.parse(text);
  const night = { weekdays: [5], from: '22:00', to: '06:00' };

  it.each([
    ['2026-11-27T20:59:00Z', false],
    ['2026-11-27T21:00:00Z', true],
    ['2026-11-28T04:59:00Z', true],
    ['2026-11-28T05:00:00Z', false],
    ['2026-11-28T21:30:00Z', false],
    ['2026-11-27T02:00:00Z', false],
  ])('of the night from Friday to Saturday in Berlin hold at %s: %s', (moment, expected) => {
    expect(isWithin(night, at(moment), 'Europe/Berlin')).toBe(expected);
  });

  it('follow daylight saving time', () => {
    const day = { weekdays: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '16:00' };
    expect(isWithin(day, at('2026-07-01T06:30:00Z'), 'Europe/Berlin')).toBe(true);
    expect(isWithin(day, at('2026-12-01T06:30:00Z'), 'Europe/Berlin')).toBe(false);
  });

  it('and the opposite hours divide every moment between them', () => {
    const minutes = fc.nat(1_439).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
    const every = [0, 1, 2, 3, 4, 5, 6];
    fc.assert(
      fc.property(minutes, minutes, fc.nat(1e12), (from, to, moment) => {
        fc.pre(from !== to);
        const inside = isWithin({ weekdays: every, from, to }, moment, 'America/New_York');
        expect(isWithin({ weekdays: every, from: to, to: from }, moment, 'America/New_York')).toBe(!inside);
      }),
    );
  });
});

describe('a policy', () => {
  it('is told in words', () => {
    expect(policyInWords(DEFAULT_POLICY)).toEqual([
      {
        title: 'High priority threats',
        sentences: [
          'For level 8 and above.',
          'At once: a banner on every screen.',
          'After 30 seconds without acknowledgement: sound on every screen.',
          'After 1 minute without acknowledgement: push message to who is on duty.',
          'After 3 minutes without acknowledgement: push message to everybody and e-mail to everybody.',
        ],
      },
      {
        title: 'Answered incidents',
        sentences: [
          'An acknowledged incident is reopened when it is seen again after nothing was done for 10 minutes.',
          'A closed incident is reopened when it is seen again later than 10 minutes after its closing, and at once when its level rises.',
        ],
      },
    ]);
  });

  it('is told with places, devices, hours and names', () => {
    const [rule] = policyInWords(
      {
        ...DEFAULT_POLICY,
        time_zone: 'Europe/Berlin',
        rules: [
          {
            name: 'Night',
            min_level: 5,
            locations: ['North gate', 'Pier'],
            devices: ['a1'],
            hours: { weekdays: [0, 6], from: '22:00', to: '06:00' },
            rungs: [
              { after_s: 90, receivers: [{ kind: 'push', to: { who: 'named', user_ids: ['u1', 'gone'] } }] },
              {
                after_s: 7_200,
                receivers: [
                  { kind: 'webhook', url: 'http://10.0.0.5/siren' },
                  { kind: 'ntfy', topic: 'night' },
                  { kind: 'email', to: { who: 'addresses', addresses: ['desk@example.org'] } },
                ],
              },
            ],
          },
        ],
      },
      { people: new Map([['u1', 'Ana']]), devices: new Map([['a1', 'Gate camera']]) },
    );
    expect(rule?.sentences).toEqual([
      'For level 5 and above, at North gate or Pier, from Gate camera, on Saturday and Sunday from 22:00 to 06:00 of the next day (Europe/Berlin).',
      'After 90 seconds without acknowledgement: push message to Ana and somebody without an account.',
      'After 2 hours without acknowledgement: webhook http://10.0.0.5/siren, ntfy topic night and e-mail to desk@example.org.',
    ]);
  });

  it('names spans by their largest whole unit', () => {
    expect([1, 59, 60, 90, 3_600].map(spanInWords)).toEqual([
      '1 second',
      '59 seconds',
      '1 minute',
      '90 seconds',
      '1 hour',
    ]);
  });

  it('has a time zone that there is, and rungs in order', () => {
    expect(policyMistake(DEFAULT_POLICY)).toBeNull();
    expect(policyMistake({ ...DEFAULT_POLICY, time_zone: 'Mars/Olympus' })).toMatchObject({ field: 'time_zone' });
    const rungs = [10, 10].map((after_s) => ({ after_s, receivers: [sound] }));
    const wrong = { ...DEFAULT_POLICY, rules: [{ name: 'Twice', min_level: 1, rungs }] };
    expect(policyMistake(wrong)).toMatchObject({ field: 'rules.0.rungs.1.after_s' });
  });
});
