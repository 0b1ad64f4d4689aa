import type { AnswerAnswer, CloseRequest } from '@vedette/contract/answer';
import { may } from '@vedette/contract/roles';
import type { AuditActor } from '../../db/audit/append-audit.ts';
import { apiError } from '../../http/errors.ts';
import type { CurrentUser } from '../../http/guards/closed-by-default.ts';
import type { DetectionWriter } from '../../writer/detection-writer.ts';
import {
  ACTIONS_MAX,
  type NewAction,
  OPENED_AGAIN_MS,
  type OthersVerdict,
} from '../../writer/incidents/answer-incident.ts';
import { noIncident } from './incidents.errors.ts';
import type { IncidentStore } from './incidents.store.ts';

type Acting = {
  incidentId: number;
  by: CurrentUser;
  actor: AuditActor;
};

type Parts = {
  writer: Pick<DetectionWriter, 'answer'>;
  incidents: Pick<IncidentStore, 'hasOpened'>;
  now: () => number;
};

/** What a team does with incidents. Each throws CONFLICT, saying who was faster, when the state does not allow it. */
export function createAnswerActions({ writer, incidents, now }: Parts) {
  async function act({ incidentId, by, actor }: Acting, action: Deed): Promise<AnswerAnswer> {
    const outcome = await writer.answer({
      ...action,
      incidentId,
      by: { id: by.id, name: by.shownName, audited: actor },
      at: now(),
    });
    if (outcome === 'no incident') throw noIncident(incidentId);
    if (outcome === 'no action') throw apiError('NOT_FOUND', 'You have done nothing here that can be undone');
    if (outcome === 'too many')
      throw apiError('CONFLICT', `An alarm takes ${ACTIONS_MAX} entries, and this one has them`);
    if ('kept' in outcome) throw verdictKept(outcome.kept);
    if ('refused' in outcome) throw apiError('CONFLICT', reasonOf(outcome.refused, action.do));
    return { success: true, answer: outcome.answer, action_id: outcome.actionId };
  }

  return {
    open: async (acting: Acting) => {
      const { incidentId, by } = acting;
      // Most modals are opened again: they do not wait for the lock of all commits.
      const since = now() - OPENED_AGAIN_MS;
      if (!(await incidents.hasOpened(incidentId, { userId: by.id, since }))) await act(acting, { do: 'open' });
    },
    acknowledge: (acting: Acting) => act(acting, { do: 'acknowledge' }),
    reopen: (acting: Acting) => act(acting, { do: 'reopen' }),
    close: (acting: Acting, { verdict, note }: CloseRequest) =>
      act(acting, {
        ...{ do: 'close' as const, verdict, note: note?.trim() || null },
        mayOverrule: may(acting.by.role, 'verdicts.overrule'),
      }),
    note: (acting: Acting, note: string) => act(acting, { do: 'note', note: note.trim() }),
    undo: (acting: Acting, actionId: number) => act(acting, { do: 'undo', actionId }),
  };
}

export type AnswerActions = ReturnType<typeof createAnswerActions>;
type Deed = NewAction extends infer Action ? (Action extends NewAction ? Omit<Action, keyof ActedBy> : never) : never;
type ActedBy = Pick<NewAction, 'incidentId' | 'by' | 'at'>;
type Refused = Extract<Awaited<ReturnType<DetectionWriter['answer']>>, { refused: unknown }>['refused'];

function verdictKept({ by, verdict }: OthersVerdict) {
  const words = verdict.replace('_', ' ');
  return apiError('FORBIDDEN', `${by} closed this alarm as ${words}; a supervisor can give another verdict`);
}

function reasonOf({ state, acknowledged_by, closed_by }: Refused, tried: NewAction['do']): string {
  if (tried === 'undo') return 'Something has happened here since, so that it cannot be undone';
  if (state === 'closed') return `This alarm was closed by ${closed_by ?? 'the server'}`;
  if (state === 'acknowledged') return `This alarm was acknowledged by ${acknowledged_by ?? 'the server'}`;
  return 'This alarm is open';
}
