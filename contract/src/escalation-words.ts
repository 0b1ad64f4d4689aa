import type { EscalationPolicy, EscalationRule, People, Receiver, RuleHours } from './escalation.ts';
import { spanInWords } from './span-in-words.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

type Names = {
  /** By the id of the person or device. */
  people?: ReadonlyMap<string, string>;
  devices?: ReadonlyMap<string, string>;
};

/** A policy as sentences, one list for each rule and one for answered incidents. */
export function policyInWords(policy: EscalationPolicy, names: Names = {}): { title: string; sentences: string[] }[] {
  const minutes = spanInWords(policy.stale_after_minutes * 60);
  return [
    ...policy.rules.map((rule) => ({
      title: rule.name,
      sentences: [
        `For ${conditionsInWords(rule, policy.time_zone, names)}.`,
        ...rule.rungs.map(({ after_s, receivers }) => {
          const when = after_s === 0 ? 'At once' : `After ${spanInWords(after_s)} without acknowledgement`;
          return `${when}: ${listInWords(receivers.map((receiver) => receiverInWords(receiver, names)))}.`;
        }),
      ],
    })),
    {
      title: 'Answered incidents',
      sentences: [
        `An acknowledged incident is reopened when it is seen again after nothing was done for ${minutes}.`,
        `A closed incident is reopened when it is seen again later than ${minutes} after its closing, and at once when its level rises.`,
      ],
    },
  ];
}

export function receiverInWords(receiver: Receiver, names: Names = {}): string {
  switch (receiver.kind) {
    case 'screens':
      return 'a banner on every screen';
    case 'sound':
      return 'sound on every screen';
    case 'push':
      return `push message to ${peopleInWords(receiver.to, names)}`;
    case 'webhook':
      return `webhook ${receiver.url}`;
    case 'ntfy':
      return `ntfy topic ${receiver.topic}`;
    case 'email':
      return `e-mail to ${receiver.to.who === 'addresses' ? listInWords(receiver.to.addresses) : peopleInWords(receiver.to, names)}`;
  }
}

function peopleInWords(people: People, names: Names): string {
  if (people.who === 'on_duty') return 'who is on duty';
  if (people.who === 'all') return 'everybody';
  return listInWords(people.user_ids.map((id) => names.people?.get(id) ?? 'somebody without an account'));
}

function conditionsInWords(rule: EscalationRule, timeZone: string, names: Names): string {
  const { min_level, locations, devices, hours } = rule;
  return [
    min_level === 10 ? 'level 10' : `level ${min_level} and above`,
    ...(locations === undefined ? [] : [`at ${listInWords(locations, 'or')}`]),
    ...(devices === undefined
      ? []
      : [
          `from ${listInWords(
            devices.map((id) => names.devices?.get(id) ?? id),
            'or',
          )}`,
        ]),
    ...(hours === undefined ? [] : [hoursInWords(hours, timeZone)]),
  ].join(', ');
}

function hoursInWords({ weekdays, from, to }: RuleHours, timeZone: string): string {
  // Weeks begin on Monday.
  const days = [...weekdays].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  const which = days.length === 7 ? 'every day' : `on ${listInWords(days.map((day) => WEEKDAYS[day] ?? ''))}`;
  return `${which} from ${from} to ${to}${from < to ? '' : ' of the next day'} (${timeZone})`;
}

function listInWords(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
