import { createHash, randomUUID } from 'node:crypto';
import {
  EVIDENCE_FORMAT,
  type FrameOrigin,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  PUBLIC_KEY,
  SIGNATURE,
} from '@vedette/contract/evidence-archive/manifest';
import { PRODUCT } from '@vedette/contract/public-config';
import type { AuditActor, NewAuditEntry, RecordAudit } from '../db/audit/append-audit.ts';
import { isoTime } from '../detections/detections.present.ts';
import { SERVER_VERSION } from '../version.ts';
import { type ContentParts, contentsOf, jsonFile, type Subject } from './archive-contents.ts';
import type { EvidenceKey } from './evidence-key.store.ts';
import { readMe } from './read-me.ts';
import { createZip } from './zip-writer.ts';

export type ArchiveParts = ContentParts & {
  key: EvidenceKey;
  now: () => number;
  baseUrl: string;
  record: RecordAudit;
};

type Request = {
  subject: Subject;
  by: Manifest['made_by'];
  actor: AuditActor;
  verifyPage: Uint8Array;
};

/**
 * The bytes of an archive, piece by piece. What leaves the server before the manifest can be read without it, so the audit
 * log names the archive before this resolves.
 */
export async function openArchive(request: Request, parts: ArchiveParts): Promise<AsyncGenerator<Uint8Array>> {
  const id = randomUUID();
  await parts.record(entryOf(request, { kind: 'evidence.exported', details: { archive_id: id }, at: parts.now() }));
  return writeArchive(id, request, parts);
}

function entryOf({ subject, actor }: Request, entry: Pick<NewAuditEntry, 'kind' | 'details' | 'at'>): NewAuditEntry {
  return { ...entry, actor, subject: subjectOf(subject) };
}

const subjectOf = ({ kind, id }: Subject) => `${kind}:${id}`;

/** The manifest comes last, because it names frames that turn out to be damaged. Its hash is in the audit log before it leaves. */
async function* writeArchive(id: string, request: Request, parts: ArchiveParts): AsyncGenerator<Uint8Array> {
  const { key, baseUrl: address } = parts;
  const about = subjectOf(request.subject);
  const madeAt = isoTime(parts.now());
  const zip = createZip();
  const files: ManifestFile[] = [];
  const damaged: FrameOrigin[] = [];
  const add = (name: string, content: Uint8Array, frame?: FrameOrigin) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    files.push({ name, size: content.byteLength, sha256, ...(frame && { frame }) });
    return zip.add(name, content);
  };

  const { fingerprint } = key;
  yield* add('README.txt', Buffer.from(readMe({ subject: about, madeAt, address, fingerprint })));
  yield* add('verify.html', request.verifyPage);
  yield* add(PUBLIC_KEY, Buffer.from(key.publicKey));
  for await (const found of contentsOf(request.subject, parts)) {
    if ('damaged' in found) damaged.push(found.damaged);
    else yield* add(found.name, found.content, found.frame);
  }

  const manifest: Manifest = {
    format: EVIDENCE_FORMAT,
    archive_id: id,
    subject: about,
    made_at: madeAt,
    made_by: request.by,
    server: { address, product: PRODUCT, version: SERVER_VERSION },
    key: fingerprint,
    detections: files.filter(({ name }) => name.startsWith('detections/')).length,
    damaged_frames: damaged,
    files,
  };
  const bytes = jsonFile(manifest);
  const details = {
    archive_id: id,
    manifest_sha256: createHash('sha256').update(bytes).digest('hex'),
    detections: manifest.detections,
    frames: files.filter(({ frame }) => frame !== undefined).length,
    damaged_frames: damaged.length,
  };
  await parts.record(entryOf(request, { kind: 'evidence.completed', details, at: parts.now() }));
  yield* zip.add(MANIFEST, bytes);
  yield* zip.add(SIGNATURE, key.sign(bytes));
  yield* zip.end();
}
