import type { Detection } from '@vedette/contract/detection';
import { formatCount } from '../ui/format-count.ts';
import { describePlace, describeWeapon } from './format.ts';
import { groupsRepeats } from './group-repeats.ts';

/** Time between two announcements, so that a screen reader can finish one. */
const SPEAK_EVERY_MS = 3_000;
const REMEMBER = 1_000;

/** The threats that arrived while the page was open, and their announcement. */
export type Arrivals = {
  /** @param listed the incidents that are on the screen: where repeats are grouped, only others are announced */
  note: (threats: readonly Detection[], listed?: ReadonlySet<number>) => void;
  has: (id: number) => boolean;
  /** The time of arrival in milliseconds; undefined for threats from before. */
  cameAt: (id: number) => number | undefined;
  sentence: () => string;
  /** The detection that was announced, the latest of several; null before the first announcement. */
  spokenOf: () => number | null;
  /** The highest level among those that the sentence counts. */
  highestSpoken: () => number;
  subscribe: (listener: () => void) => () => void;
  stop: () => void;
};

export function createArrivals(): Arrivals {
  const times = new Map<number, number>();
  /** When each incident was last seen. */
  const incidents = new Map<number, number>();
  const listeners = new Set<() => void>();
  let sentence = '';
  let spokenOf: number | null = null;
  let highest = 0;
  let waiting: Detection[] = [];
  let pause: ReturnType<typeof setTimeout> | null = null;

  /** Also false for the second threat of an incident that is new. */
  function isNewIncident({ incident_id: id }: Detection, listed: ReadonlySet<number>): boolean {
    if (id === undefined) return true;
    const isNew = !incidents.has(id) && !listed.has(id);
    incidents.set(id, Date.now());
    return isNew;
  }

  function speak() {
    pause = null;
    if (waiting.length === 0) return;
    sentence = announce(waiting);
    spokenOf = waiting.at(-1)?.id ?? null;
    highest = Math.max(...waiting.map(({ threat_level }) => threat_level));
    waiting = [];
    pause = setTimeout(speak, SPEAK_EVERY_MS);
    for (const listener of listeners) listener();
  }

  return {
    note(came, listed = NONE) {
      const threats = came.filter(isUnanswered);
      if (threats.length === 0) return;
      const now = Date.now();
      for (const { id } of threats) remember(times, id, now);
      waiting.push(...(groupsRepeats() ? threats.filter((threat) => isNewIncident(threat, listed)) : threats));
      for (const { incident_id } of threats) if (incident_id !== undefined) remember(incidents, incident_id, now);
      if (!pause) speak();
    },
    has: (id) => times.has(id),
    cameAt: (id) => times.get(id),
    sentence: () => sentence,
    spokenOf: () => spokenOf,
    highestSpoken: () => highest,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      if (pause) clearTimeout(pause);
      pause = null;
    },
  };
}

const NONE: ReadonlySet<number> = new Set();

/** Whether nobody has it yet. What somebody has answered alerts no more. */
export function isUnanswered({ answer }: Detection): boolean {
  return answer === undefined || answer.state === 'open';
}

/** Forgets the oldest beyond a number. */
function remember(times: Map<number, number>, id: number, now: number) {
  times.delete(id);
  times.set(id, now);
  for (const oldest of times.keys()) {
    if (times.size <= REMEMBER) break;
    times.delete(oldest);
  }
}

/** One sentence for one or many. The detection's number makes each sentence different, so that screen readers read all. */
export function announce(threats: readonly Detection[]): string {
  const latest = threats.at(-1);
  if (!latest) return '';
  const what = `${describeWeapon(latest)}, threat level ${latest.threat_level}, ${describePlace(latest)}, detection ${latest.id}`;
  return threats.length === 1
    ? `New threat: ${what}`
    : `${formatCount(threats.length)} new threats, the latest: ${what}`;
}
