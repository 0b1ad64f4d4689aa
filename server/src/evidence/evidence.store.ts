import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { AuditTable } from '../db/tables/audit.ts';
import type { ActionRow } from '../detections/incidents/incidents.store.ts';
import type { CommentRow } from '../writer/thread/add-comment.ts';

export type EvidenceStore = {
  /** All comments of a detection, in the order in which they were made. */
  comments: (detectionId: number) => Promise<CommentRow[]>;
  /** All that people did with an incident, in the order in which it happened. */
  actions: (incidentId: number) => Promise<ActionRow[]>;
  /** The incidents that became part of this one. */
  mergedInto: (incidentId: number) => Promise<number[]>;
  /** The rows of the audit log about these subjects, at most 500, in no order. */
  auditRows: (subjects: readonly string[]) => Promise<Selectable<AuditTable>[]>;
};

export function createEvidenceStore(kysely: Kysely<Schema>): EvidenceStore {
  return {
    comments: (detectionId) =>
      kysely.selectFrom('comment').selectAll().where('detection_id', '=', detectionId).orderBy('id').execute(),
    actions: (incidentId) =>
      kysely
        .selectFrom('incident_action')
        .select(['id', 'kind', 'at', 'user_name', 'verdict', 'note', 'undone_at'])
        .where('incident_id', '=', incidentId)
        .orderBy('id')
        .execute(),
    mergedInto: async (incidentId) => {
      const merged = kysely.selectFrom('merged_incident').select('id').where('into_id', '=', incidentId);
      return (await merged.execute()).map(({ id }) => id).sort((a, b) => a - b);
    },
    auditRows: (subjects) => kysely.selectFrom('audit').selectAll().where('subject', 'in', subjects).execute(),
  };
}
