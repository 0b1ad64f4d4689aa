import {
  type Answer,
  INCIDENT_STATES,
  isMoveAllowed,
  MOVES,
  type Move,
  UNDO_MAX_S,
  type Verdict,
} from '@vedette/contract/answer';
import type { Kysely, Selectable } from 'kysely';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { IncidentActionTable, IncidentAnswerTable } from '../../db/tables/incident.ts';
import { appendEvent } from '../thread/append-event.ts';
import { lockEvents } from './incident-state.ts';

/** So many entries does an incident take. */
export const ACTIONS_MAX = 1_000;

/** `audited` is who the audit log says it was. Null: the server itself, which says why in the note. */
export type Actor = { id: string; name: string; audited?: AuditActor } | null;

/** What somebody does with an incident, at a time in milliseconds since the epoch. */
export type NewAction = { incidentId: number; by: Actor; at: number } & (
  | { do: Exclude<Move, 'close'>; note?: string }
  /** `mayOverrule`: whether it may replace the verdict that somebody else gave before the alarm was reopened. */
  | { do: 'close'; verdict: Verdict; note: string | null; mayOverrule: boolean }
  | { do: 'note'; note: string }
  /** Somebody looks at it. Noted once an hour for each person; no event. */
  | { do: 'open' }
  | { do: 'undo'; actionId: number }
);

/**
 * `refused`: its state does not allow the action, or something happened after what is to be undone. `kept`: the verdict of
 * somebody else, which only some may replace. `answer` is the state after it.
 */
export type Answered =
  | { answer: Answer; actionId: number }
  | { refused: Answer }
  | { kept: OthersVerdict }
  | 'no incident'
  | 'no action'
  | 'too many';

export type OthersVerdict = { by: string; verdict: Verdict };

type AnswerRow = Selectable<IncidentAnswerTable>;
/** State and answer before an action. */
type Before = { state: number; answer: AnswerRow };
/** What the audit log says about the incident, which may be deleted later. */
type About = { weapon: string; place: string };

const DONE: Record<Move, 'acknowledged' | 'closed' | 'reopened'> = {
  acknowledge: 'acknowledged',
  close: 'closed',
  reopen: 'reopened',
};

/** Changes the answer of an incident under the lock that orders the commits of all servers, so that one of two people is first. */
export function answerIncident(database: Database, action: NewAction): Promise<Answered> {
  const { kysely, dialect } = database;
  return kysely.transaction().execute(async (transaction) => {
    await lockEvents(transaction);
    const found = await findIncident(transaction, action.incidentId);
    if (found === undefined) return 'no incident';
    const before = { state: found.state, answer: await answerOf(transaction, found.id) };
    if (action.do === 'open') return noteOpened(transaction, { action, now: before });
    if ((await countActions(transaction, found.id)) >= ACTIONS_MAX) return 'too many';
    const about = {
      weapon: found.weapon_type_key,
      place: found.location ?? found.device ?? found.origin.replace(/^@/, ''),
    };
    if (action.do === 'undo') return undo(transaction, { dialect, action, now: before, about });
    if (action.do !== 'note') {
      const state = INCIDENT_STATES[before.state] ?? 'open';
      if (!isMoveAllowed(action.do, state)) return { refused: presentAnswer(before.state, before.answer) };
    }
    if (action.do === 'close' && !action.mayOverrule && action.by !== null) {
      const kept = await othersVerdict(transaction, { incidentId: found.id, userId: action.by.id });
      if (kept !== null && kept.verdict !== action.verdict) return { kept };
    }
    const after = afterAction(before, action);
    const { id: actionId } = await addAction(transaction, {
      incident_id: found.id,
      at: action.at,
      kind: action.do === 'note' ? 'noted' : DONE[action.do],
      by: action.by,
      verdict: action.do === 'close' ? action.verdict : null,
      note: action.note ?? null,
      before: JSON.stringify(before),
    });
    await store(transaction, { dialect, after });
    const { note = null, ...done } = { verdict: null, ...action };
    const details = { ...about, action: Number(actionId), verdict: done.verdict, note };
    await appendAudit(transaction, {
      kind: `incident.${action.do === 'note' ? 'noted' : DONE[action.do]}`,
      ...{ actor: auditActor(action.by), subject: `incident:${found.id}`, details },
    });
    return { answer: presentAnswer(after.state, after.answer), actionId: Number(actionId) };
  });
}

/** The newest verdict that another person gave, since the alarm was last reopened by a sighting. */
async function othersVerdict(
  transaction: Kysely<Schema>,
  { incidentId, userId }: { incidentId: number; userId: string },
): Promise<OthersVerdict | null> {
  const moves = await transaction
    .selectFrom('incident_action')
    .select(['kind', 'user_id', 'user_name', 'verdict'])
    .where('incident_id', '=', incidentId)
    .where('kind', 'in', ['closed', 'reopened'])
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const seenAgain = moves.findIndex(({ kind, user_id }) => kind === 'reopened' && user_id === null);
  const since = seenAgain === -1 ? moves : moves.slice(0, seenAgain);
  const given = since.find(({ verdict, user_id }) => verdict !== null && user_id !== null && user_id !== userId);
  return given?.verdict ? { by: given.user_name ?? 'Somebody', verdict: given.verdict } : null;
}

function afterAction({ state, answer }: Before, action: Exclude<NewAction, { do: 'undo' | 'open' }>): Before {
  const who = action.by?.name ?? null;
  switch (action.do) {
    case 'note':
      return { state, answer };
    case 'acknowledge':
      return {
        state: stateAfter('acknowledge'),
        answer: { ...answer, acknowledged_by: who, acknowledged_at: action.at },
      };
    case 'reopen':
      return { state: stateAfter('reopen'), answer: { ...nobody, incident_id: answer.incident_id } };
    case 'close': {
      const { verdict, note, at } = action;
      return { state: stateAfter('close'), answer: { ...answer, closed_by: who, closed_at: at, verdict, note } };
    }
  }
}

const stateAfter = (move: Move) => INCIDENT_STATES.indexOf(MOVES[move].to);

const nobody = {
  acknowledged_by: null,
  acknowledged_at: null,
  closed_by: null,
  closed_at: null,
  verdict: null,
  note: null,
};

type Undoing = { dialect: Database['dialect']; action: Extract<NewAction, { do: 'undo' }>; now: Before; about: About };

/** Only the latest action of the incident can be undone, by who did it. */
async function undo(transaction: Kysely<Schema>, { dialect, action, now, about }: Undoing): Promise<Answered> {
  const latest = await transaction
    .selectFrom('incident_action')
    .selectAll()
    .where('incident_id', '=', now.answer.incident_id)
    .where('kind', '!=', 'opened')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const own = await transaction
    .selectFrom('incident_action')
    .select('id')
    .where('id', '=', action.actionId)
    .where('incident_id', '=', now.answer.incident_id)
    .where('user_id', '=', action.by?.id ?? '')
    .executeTakeFirst();
  if (own === undefined) return 'no action';
  const isLatest = latest?.id === own.id && latest.at >= action.at - UNDO_MAX_S * 1_000;
  if (!isLatest || latest.before === null) return { refused: presentAnswer(now.state, now.answer) };
  const { state, answer } = JSON.parse(latest.before) as Before;
  // The incident may have become part of an older one since.
  const after = { state, answer: { ...answer, incident_id: now.answer.incident_id } };
  await transaction.updateTable('incident_action').set({ undone_at: action.at }).where('id', '=', latest.id).execute();
  await store(transaction, { dialect, after });
  await appendAudit(transaction, {
    kind: 'incident.undone',
    ...{ actor: auditActor(action.by), subject: `incident:${now.answer.incident_id}` },
    details: { ...about, action: Number(latest.id), undone: latest.kind },
  });
  return { answer: presentAnswer(after.state, after.answer), actionId: Number(latest.id) };
}

/** Somebody who opens an incident again is noted again after so long. */
export const OPENED_AGAIN_MS = 60 * 60 * 1_000;

type Opening = { action: Extract<NewAction, { do: 'open' }>; now: Before };

async function noteOpened(transaction: Kysely<Schema>, { action: { by, at }, now }: Opening): Promise<Answered> {
  const { incident_id } = now.answer;
  const before = await transaction
    .selectFrom('incident_action')
    .select('id')
    .where('incident_id', '=', incident_id)
    .where('kind', '=', 'opened')
    .where('user_id', '=', by?.id ?? '')
    .where('at', '>', at - OPENED_AGAIN_MS)
    .executeTakeFirst();
  const added = before ?? (await addAction(transaction, { incident_id, at, kind: 'opened', by }));
  return { answer: presentAnswer(now.state, now.answer), actionId: Number(added.id) };
}

async function store(transaction: Kysely<Schema>, { dialect, after }: { dialect: Database['dialect']; after: Before }) {
  const { incident_id, ...columns } = after.answer;
  await transaction.updateTable('incident').set({ state: after.state }).where('id', '=', incident_id).execute();
  await transaction
    .insertInto('incident_answer')
    .values(after.answer)
    .onConflict((conflict) => conflict.column('incident_id').doUpdateSet(columns))
    .execute();
  await appendEvent(transaction, { dialect, kind: 'answered', detectionId: null, incidentId: incident_id });
}

function auditActor(by: Actor): AuditActor {
  return by && (by.audited ?? { id: by.id, name: by.name });
}

type AddedAction = Pick<Selectable<IncidentActionTable>, 'incident_id' | 'at' | 'kind'> &
  Partial<Pick<Selectable<IncidentActionTable>, 'verdict' | 'note' | 'before'>> & { by: Actor };

function addAction(
  transaction: Kysely<Schema>,
  { by, verdict = null, note = null, before = null, ...rest }: AddedAction,
) {
  return transaction
    .insertInto('incident_action')
    .values({
      ...rest,
      user_id: by?.id ?? null,
      user_name: by?.name ?? null,
      ...{ verdict, note, before, undone_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function countActions(transaction: Kysely<Schema>, incidentId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('incident_action')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('incident_id', '=', incidentId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function findIncident(transaction: Kysely<Schema>, id: number) {
  const merged = await transaction
    .selectFrom('merged_incident')
    .select('into_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return transaction
    .selectFrom('incident')
    .leftJoin('detection', 'detection.id', 'incident.picture_id')
    .select(['incident.id', 'state', 'origin', 'incident.weapon_type_key', 'location', 'device'])
    .where('incident.id', '=', merged?.into_id ?? id)
    .executeTakeFirst();
}

async function answerOf(transaction: Kysely<Schema>, incident_id: number): Promise<AnswerRow> {
  const row = await transaction
    .selectFrom('incident_answer')
    .selectAll()
    .where('incident_id', '=', incident_id)
    .executeTakeFirst();
  return row ?? { ...nobody, incident_id };
}

/** @param state the index in `INCIDENT_STATES` */
export function presentAnswer(state: number, row: AnswerRow): Answer {
  const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const { incident_id, acknowledged_by, acknowledged_at, closed_by, closed_at, verdict, note } = row;
  return {
    incident_id,
    state: INCIDENT_STATES[state] ?? 'open',
    ...{ acknowledged_by, acknowledged_at: isoTime(acknowledged_at) },
    ...{ closed_by, closed_at: isoTime(closed_at), verdict, note },
  };
}
