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
import type { AuditActor, RecordAudit } from '../db/audit/append-audit.ts';
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
 * The bytes of an archive, piece by piece. The manifest comes last, because it names frames that turn out to be damaged.
 * Without it, its signature and the directory after them no program takes the bytes for an archive, so the row in the audit
 * log is committed before them.
 */
export async function* writeArchive(
  { subject, by, actor, verifyPage }: Request,
  parts: ArchiveParts,
): AsyncGenerator<Uint8Array> {
  const { key, baseUrl: address, record } = parts;
  const about = `${subject.kind}:${subject.id}`;
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
  yield* add('verify.html', verifyPage);
  yield* add(PUBLIC_KEY, Buffer.from(key.publicKey));
  for await (const found of contentsOf(subject, parts)) {
    if ('damaged' in found) damaged.push(found.damaged);
    else yield* add(found.name, found.content, found.frame);
  }

  const manifest: Manifest = {
    format: EVIDENCE_FORMAT,
    archive_id: randomUUID(),
    subject: about,
    made_at: madeAt,
    made_by: by,
    server: { address, product: PRODUCT, version: SERVER_VERSION },
    key: fingerprint,
    detections: files.filter(({ name }) => name.startsWith('detections/')).length,
    damaged_frames: damaged,
    files,
  };
  const bytes = jsonFile(manifest);
  await record({
    kind: 'evidence.exported',
    actor,
    subject: about,
    details: {
      archive_id: manifest.archive_id,
      manifest_sha256: createHash('sha256').update(bytes).digest('hex'),
      detections: manifest.detections,
      frames: files.filter(({ frame }) => frame !== undefined).length,
      damaged_frames: damaged.length,
    },
    at: parts.now(),
  });
  yield* zip.add(MANIFEST, bytes);
  yield* zip.add(SIGNATURE, key.sign(bytes));
  yield* zip.end();
}
