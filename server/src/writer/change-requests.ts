import type { AuditActor } from '../db/audit/append-audit.ts';
import type { EscalationChange, EscalationChanged } from './escalation/change-escalation.ts';
import type { Answered, NewAction } from './incidents/answer-incident.ts';
import type { WriterAnswer, WriterRequest } from './messages.ts';
import type { StoredDetection } from './new-detection.ts';
import type { AddedComment, NewCommentRow } from './thread/add-comment.ts';
import type { DrillOutcome, NewDrill } from './thread/store-drill.ts';
import type { WriterLink } from './writer-link.ts';

/** What the writer does besides storing reports, one request after the other. */
export type ChangeRequests = {
  /** Returns the removed row, or null when there was none. `by` goes to the audit log. */
  remove: (id: number, by?: AuditActor) => Promise<StoredDetection | null>;
  /** Returns how many were removed. */
  clear: (by?: AuditActor) => Promise<number>;
  comment: (row: NewCommentRow) => Promise<AddedComment>;
  /** Changes the answer of an incident, or says why not. */
  answer: (action: NewAction) => Promise<Answered>;
  /** Fires rungs of incidents that nobody has answered. */
  escalate: (change: EscalationChange) => Promise<EscalationChanged>;
  /** Stores a drill with this frame. @returns its id; null when another server sends it */
  drill: (drill: NewDrill, frame: Uint8Array) => Promise<number | null>;
  settleDrill: (outcome: DrillOutcome) => Promise<void>;
};

/** @param options.onChange called after each change that has written events, with their number when it is not 1 */
export function createChangeRequests({
  link,
  onChange,
}: {
  link: Pick<WriterLink, 'ask'>;
  onChange: (events?: number) => void;
}): ChangeRequests {
  async function ask<Do extends WriterRequest['do']>(request: Extract<WriterRequest, { do: Do }>) {
    const answer = await link.ask(request);
    if (answer.did !== request.do) throw new Error(`The writer answered ${answer.did} to ${request.do}`);
    return answer as Extract<WriterAnswer, { did: Do }>;
  }

  return {
    async remove(id, by = null) {
      const { row } = await ask<'remove'>({ do: 'remove', id, by });
      if (row !== null) onChange();
      return row;
    },
    async clear(by = null) {
      const { count } = await ask<'clear'>({ do: 'clear', by });
      onChange();
      return count;
    },
    comment: async (row) => (await ask<'comment'>({ do: 'comment', row })).row,
    async answer(action) {
      const { outcome } = await ask<'answer'>({ do: 'answer', action });
      if (action.do !== 'open' && typeof outcome === 'object' && 'answer' in outcome) onChange();
      return outcome;
    },
    async escalate(change) {
      const { changed } = await ask<'escalate'>({ do: 'escalate', change });
      if (changed.events > 0) onChange(changed.events);
      return changed;
    },
    async drill(drill, frame) {
      const { id } = await ask<'drill'>({ do: 'drill', drill, frame });
      if (id !== null) onChange();
      return id;
    },
    async settleDrill(outcome) {
      const { isNews } = await ask<'settle drill'>({ do: 'settle drill', outcome });
      if (isNews) onChange();
    },
  };
}
