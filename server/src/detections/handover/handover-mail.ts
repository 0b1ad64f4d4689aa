import type { HandoverAnswer, HandoverIncident, Outcome } from '@vedette/contract/handover';
import type { Mail } from '../../mail/mail.ts';

const NAMES: Record<Outcome, string> = {
  open: 'open',
  acknowledged: 'acknowledged, not closed',
  real: 'real',
  false_alarm: 'false alarm',
  authorised_person: 'authorised person',
  drill: 'drill',
  test: 'test',
  no_verdict: 'closed without a verdict',
};
/** What the next shift has to go on with comes first. */
const ORDER = Object.keys(NAMES) as Outcome[];
const LINES_MAX = 50;

/** Times are UTC, because a mail server knows no reader's time zone; the link shows local ones. */
export function handoverMail(
  { from, to, counts, unseen, on_duty: onDuty, incidents, more }: HandoverAnswer,
  { by, baseUrl }: { by: string; baseUrl: string },
): Omit<Mail, 'to'> {
  const span = `${timeOf(from)} to ${timeOf(to)} UTC`;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lines = [...incidents].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome)).slice(0, LINES_MAX);
  const left = incidents.length + more - lines.length;
  return {
    kind: 'hand-over',
    subject: `Hand-over: ${counts.open} open, ${total} in all, ${span}`,
    paragraphs: [
      `${by} hands over the shift from ${span}.`,
      ORDER.filter((outcome) => counts[outcome] > 0)
        .map((outcome) => `${counts[outcome]} ${NAMES[outcome]}`)
        .join('\n') || 'No alarms.',
      ...(onDuty.length > 0 ? [`On duty: ${onDuty.map(({ name }) => name).join(', ')}.`] : []),
      ...(unseen > 0 ? [`Nobody has looked at ${unseen} of them.`] : []),
      ...(lines.length > 0 ? [lines.map(lineOf).join('\n')] : []),
      ...(left > 0 ? [`and ${left} more`] : []),
      `${baseUrl}/handover?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`,
    ],
  };
}

function lineOf({ id, weapon_type, device, location, threat_level, first_seen, outcome, answer }: HandoverIncident) {
  const place = [location, device].filter((part) => part !== null).join(', ') || 'Unknown';
  const who = answer?.closed_by ?? answer?.acknowledged_by;
  const note = answer?.note ? ` (${answer.note.replaceAll(/\s+/g, ' ')})` : '';
  return `${timeOf(first_seen)}  ${weapon_type}, level ${threat_level}, ${place}: ${NAMES[outcome]}${who ? ` by ${who}` : ''}${note}, incident ${id}`;
}

function timeOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
