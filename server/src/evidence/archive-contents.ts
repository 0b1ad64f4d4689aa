import type { FrameOrigin } from '@vedette/contract/evidence-archive/manifest';
import { presentEntry } from '../audit/audit.present.ts';
import type { AuditRow } from '../audit/audit.store.ts';
import { isoTime, presentComment, presentDetection, presentMetrics } from '../detections/detections.present.ts';
import type { DetectionStore, FrameRow } from '../detections/detections.store.ts';
import { presentAction, presentIncident } from '../detections/incidents/incidents.present.ts';
import type { IncidentStore, ListedIncident } from '../detections/incidents/incidents.store.ts';
import { readMovableFrame } from '../detections/read-frame.ts';
import type { FrameReader } from '../frames/frame-store.ts';
import type { StoredFrame } from '../frames/verified-frames.ts';
import { presentAuditRow } from './evidence.present.ts';
import type { EvidenceStore } from './evidence.store.ts';

export type ContentParts = {
  store: EvidenceStore;
  detections: Pick<DetectionStore, 'byId' | 'frameOf'>;
  incidents: Pick<IncidentStore, 'byId' | 'detections'>;
  frames: Pick<FrameReader<StoredFrame>, 'read'>;
  onDamaged: (frame: FrameRow) => void;
};

/** What an archive is about. */
export type Subject = { kind: 'detection'; id: number } | { kind: 'incident'; id: number; incident: ListedIncident };

/** A file of an archive, or a frame that is left out because it is damaged. */
export type Content = { name: string; content: Uint8Array; frame?: FrameOrigin } | { damaged: FrameOrigin };

/** So many detections are listed at once. Each is read on its own, so that their number does not count. */
const PAGE = 200;
const SUBJECTS_PER_QUERY = 500;

/** The files about a subject, in their order: the newest detection first. */
export async function* contentsOf(subject: Subject, parts: ContentParts): AsyncGenerator<Content> {
  const { store } = parts;
  const about = [`${subject.kind}:${subject.id}`];
  if (subject.kind === 'incident') {
    const [actions, merged] = await Promise.all([store.actions(subject.id), store.mergedInto(subject.id)]);
    const facts = { incident: presentIncident(subject.incident), actions: actions.map(presentAction) };
    yield { name: 'incident.json', content: jsonFile({ ...facts, merged_incidents: merged }) };
    about.push(...merged.map((id) => `incident:${id}`));
  }
  for await (const id of detectionsOf(subject, parts)) {
    about.push(...(subject.kind === 'incident' ? [`detection:${id}`] : []));
    yield* filesOfDetection(id, parts);
  }
  const rows = await auditRows(about, store);
  const deleted = deletedIn(rows).filter((detection) => !about.includes(detection));
  rows.push(...(await auditRows(deleted, store)));
  rows.sort((a, b) => a.id - b.id);
  const lines = rows.map((row) => `${JSON.stringify(presentAuditRow(row))}\n`);
  yield { name: 'audit.jsonl', content: Buffer.from(lines.join('')) };
}

async function auditRows(subjects: readonly string[], store: EvidenceStore): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let from = 0; from < subjects.length; from += SUBJECTS_PER_QUERY) {
    rows.push(...(await store.auditRows(subjects.slice(from, from + SUBJECTS_PER_QUERY))));
  }
  return rows;
}

/** The subjects of the detections that were deleted from incidents. */
function deletedIn(rows: readonly AuditRow[]): string[] {
  const deletions = rows.filter(({ kind }) => kind === 'incident.detection-deleted');
  return [...new Set(deletions.map((row) => `detection:${presentEntry(row).details.detection}`))];
}

async function* detectionsOf(subject: Subject, { incidents }: ContentParts): AsyncGenerator<number> {
  if (subject.kind === 'detection') {
    yield subject.id;
    return;
  }
  for (let after = null; ; ) {
    const rows = await incidents.detections(subject.incident, { limit: PAGE, after });
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
}

/** Nothing of a detection that was deleted since it was listed. */
async function* filesOfDetection(id: number, parts: ContentParts): AsyncGenerator<Content> {
  const { store, detections } = parts;
  const [row, stored, comments] = await Promise.all([detections.byId(id), detections.frameOf(id), store.comments(id)]);
  if (row === null) return;
  const facts = { detection: presentDetection(row), metrics: presentMetrics(row) };
  yield { name: `detections/${id}.json`, content: jsonFile({ ...facts, comments: comments.map(presentComment) }) };
  const frame = stored?.frame ?? null;
  if (frame === null) return;
  const origin = { detection_id: id, received_at: isoTime(row.received_at), recorded_sha256: frame.sha256 };
  const bytes = await readMovableFrame(frame, {
    store: detections,
    read: parts.frames.read,
    onDamaged: parts.onDamaged,
  });
  if (bytes === 'deleted') return;
  yield bytes === 'damaged' ? { damaged: origin } : { name: `frames/${id}.jpg`, content: bytes, frame: origin };
}

export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}
