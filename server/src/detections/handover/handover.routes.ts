import { setImmediate as nextTurn } from 'node:timers/promises';
import { INCIDENT_STATES } from '@vedette/contract/answer';
import {
  AnswerFigures,
  AnswerFiguresQuery,
  HANDOVER_MAX_DAYS,
  HandoverAnswer,
  HandoverMail,
  HandoverQuery,
  OUTCOMES,
  type Outcome,
} from '@vedette/contract/handover';
import Type from 'typebox';
import type { RecordAudit } from '../../db/audit/append-audit.ts';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import type { OpenBuckets } from '../../http/guards/token-buckets.ts';
import { millisOf } from '../../http/paging.ts';
import { mailbox } from '../../mail/mail.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { isoTime } from '../detections.present.ts';
import type { NamedDevice } from '../facets.ts';
import { presentIncident } from '../incidents/incidents.present.ts';
import { type AnsweredAlarm, figuresOf, isTimeZone, outcomeOf } from './handover.rules.ts';
import type { HandoverStore, Span } from './handover.store.ts';
import { handoverMail } from './handover-mail.ts';

type Parts = {
  store: HandoverStore;
  registered: () => Promise<readonly NamedDevice[]>;
  shifts: readonly string[];
  mail: Mailer;
  baseUrl: string;
  openBuckets: OpenBuckets;
  record: RecordAudit;
};

const DAY_MS = 24 * 60 * 60 * 1_000;
const FIGURES_MAX_DAYS = 366;

/** With TEAM only: what one shift hands to the next, and what answers say about devices and shifts. */
export function handoverRoutes(api: Api, parts: Parts): void {
  const { store, registered, shifts, mail, baseUrl, record } = parts;
  const mails = parts.openBuckets('hand-over mails', { capacity: 20, perSecond: 1 / 60 });

  api.get(
    '/api/handover',
    { config: { action: 'handover.read' }, schema: { querystring: HandoverQuery, response: { 200: HandoverAnswer } } },
    ({ query }) => readHandover(store, spanOf(query, HANDOVER_MAX_DAYS)),
  );

  api.post(
    '/api/handover/mail',
    {
      config: { action: 'handover.mail' },
      schema: { body: HandoverMail, response: { 200: Type.Object({ success: Type.Literal(true) }) } },
    },
    async (request) => {
      const { recipients, ...span } = request.body;
      const handover = await readHandover(store, spanOf(span, HANDOVER_MAX_DAYS));
      const user = signedInUser(request);
      for (const _ of recipients) {
        const seconds = await mails.take(user.id);
        if (seconds === 0) continue;
        const retryAfterSeconds = Math.ceil(seconds);
        throw apiError('RATE_LIMITED', 'Too many mails; please wait a moment', { retryAfterSeconds });
      }
      const known = await store.confirmedAddresses(recipients);
      const unknown = recipients.filter((address) => !known.includes(address.trim().toLowerCase()));
      if (unknown.length > 0) {
        const message = `${unknown.join(', ')} is not the confirmed address of an account here`;
        throw apiError('BAD_REQUEST', message, { field: 'recipients' });
      }
      const details = { ...span, recipients: known };
      await record({ kind: 'handover.mailed', actor: actorOf(request), subject: null, details });
      for (const address of known)
        mail({ ...handoverMail(handover, { by: user.shownName, baseUrl }), to: [mailbox(address)] });
      return { success: true as const };
    },
  );

  api.get(
    '/api/incidents/figures',
    {
      config: { action: 'handover.read' },
      schema: { querystring: AnswerFiguresQuery, response: { 200: AnswerFigures } },
    },
    async ({ query }): Promise<AnswerFigures> => {
      if (!isTimeZone(query.time_zone)) {
        throw apiError('BAD_REQUEST', 'time_zone is not known', { field: 'time_zone' });
      }
      const alarms: AnsweredAlarm[] = [];
      for await (const step of store.answered(spanOf(query, FIGURES_MAX_DAYS))) {
        alarms.push(...step);
        await nextTurn();
      }
      const devices = await registered();
      const { origins, ...figures } = figuresOf(alarms, { timeZone: query.time_zone, shifts });
      const names = new Map(devices.map(({ id, name }) => [id, name]));
      return {
        success: true,
        ...figures,
        devices: origins.map(({ origin, ...counts }) =>
          // A place of manual detections begins with a character that no device id has.
          origin.startsWith('@')
            ? { device_id: null, name: origin.slice(1) || 'Unknown', ...counts }
            : { device_id: origin, name: names.get(origin) ?? origin, ...counts },
        ),
      };
    },
  );
}

async function readHandover(store: HandoverStore, span: Span): Promise<HandoverAnswer> {
  const [listed, counted, onDuty] = await Promise.all([store.incidents(span), store.counts(span), store.onDuty(span)]);
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  let [total, unseen] = [0, 0];
  for (const { state, verdict, seen, count } of counted) {
    const outcome = outcomeOf({ state: INCIDENT_STATES[state] ?? 'open', verdict });
    counts[outcome] += count;
    total += count;
    if (outcome === 'open' && !seen) unseen += count;
  }
  return {
    success: true,
    from: isoTime(span.from),
    to: isoTime(span.to),
    counts,
    unseen,
    on_duty: onDuty.map(({ name, since, until }) => ({
      name,
      since: isoTime(since),
      until: until === null ? null : isoTime(until),
    })),
    incidents: listed.map((row) => ({
      ...presentIncident(row),
      outcome: outcomeOf(row.answer),
      seen: row.seen,
    })),
    more: Math.max(0, total - listed.length),
  };
}

function spanOf(query: { from: string; to: string }, maxDays: number): Span {
  const span = { from: millisOf('from', query.from), to: millisOf('to', query.to) };
  if (span.to <= span.from) throw apiError('BAD_REQUEST', 'to must be later than from', { field: 'to' });
  if (span.to - span.from > maxDays * DAY_MS) {
    throw apiError('BAD_REQUEST', `to must be at most ${maxDays} days after from`, { field: 'to' });
  }
  return span;
}
