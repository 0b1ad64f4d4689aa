import type { NewComment } from '@vedette/contract/comment';
import type { ManualDetection } from '@vedette/contract/detection';
import { COMMENT_USER_ID, COMMENT_USER_NAME_DEFAULT, MANUAL_CONFIDENCE_DEFAULT } from '@vedette/contract/limits';
import { deriveThreatLevel } from '@vedette/contract/threat-level';
import { canonicalWeaponType, weaponTypeKey } from '@vedette/contract/weapon-type';
import { toPercent } from '../ingest/ingest.rules.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import type { CommentRow } from '../writer/thread/add-comment.ts';
import { noDetection, tooManyComments } from './detections.errors.ts';

/** The actions of people on detections. */
export function createDetectionActions({ writer, now }: { writer: DetectionWriter; now: () => number }) {
  return {
    /**
     * Records a detection that an officer saw, at the current time.
     * @returns its id
     */
    createManual: async (manual: ManualDetection): Promise<number> => {
      const confidence = manual.confidence ?? MANUAL_CONFIDENCE_DEFAULT;
      const weaponType = canonicalWeaponType(manual.object_type);
      const at = now();
      const { id } = await writer.add(
        {
          at,
          received_at: at,
          weapon_type: weaponType,
          weapon_type_key: weaponTypeKey(weaponType),
          confidence: toPercent(confidence),
          threat_level: deriveThreatLevel(weaponType, confidence),
          location: manual.location.trim(),
          device: null,
          device_id: null,
          source: 'manual',
          description: manual.description?.trim() || null,
          officer_name: manual.officer_name?.trim() || null,
          metrics: null,
          other_labels: 0,
          evidence: null,
          event_id: null,
        },
        null,
      );
      return id;
    },

    /** Throws when the detection does not exist or has the maximum number of comments. */
    comment: async (id: number, comment: NewComment): Promise<CommentRow> => {
      const added = await writer.comment({
        detection_id: id,
        comment: comment.comment.trim(),
        user_name: comment.userName?.trim() || COMMENT_USER_NAME_DEFAULT,
        user_id: comment.userId ?? COMMENT_USER_ID,
        at: now(),
      });
      if (added === 'no detection') throw noDetection(id);
      if (added === 'too many') throw tooManyComments();
      return added;
    },

    remove: writer.remove,
    clear: writer.clear,
  };
}

export type DetectionActions = ReturnType<typeof createDetectionActions>;
