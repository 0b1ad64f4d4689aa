import type { Role } from '../roles.ts';

export const MANIFEST = 'manifest.json';
/** The Ed25519 signature of the manifest, 64 bytes. */
export const SIGNATURE = 'manifest.sig';
export const PUBLIC_KEY = 'public-key.pem';

export const EVIDENCE_FORMAT = 'vedette-evidence-1';

/** A frame as its report was received. */
export type FrameOrigin = {
  detection_id: number;
  received_at: string;
  /** Of the received bytes, recorded when they were stored. */
  recorded_sha256: string;
};

export type ManifestFile = { name: string; size: number; sha256: string; frame?: FrameOrigin };

/** What an archive holds, in the order of its entries; the manifest and its signature follow them. */
export type Manifest = {
  format: typeof EVIDENCE_FORMAT;
  archive_id: string;
  /** As in the audit log: incident:5, detection:17. */
  subject: string;
  made_at: string;
  /** The role is null on a server without a team. */
  made_by: { name: string; email: string; role: Role | null };
  server: { address: string; product: string; version: string };
  /** The fingerprint of the key that signs. */
  key: string;
  detections: number;
  /** Frames whose bytes are missing, or are not those that were received: they are not in the archive. */
  damaged_frames: FrameOrigin[];
  files: ManifestFile[];
};

/** Who made an archive, in words. */
export function describeMaker({ name, email, role }: Manifest['made_by']): string {
  const facts = [...(name === email ? [] : [email]), ...(role === null ? [] : [role])];
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

/** Null when it is none that this version knows. */
export function readManifest(bytes: Uint8Array): Manifest | null {
  try {
    const manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Manifest;
    const { format, files, damaged_frames: damaged, made_by: by, server } = manifest;
    const texts = [manifest.subject, manifest.made_at, manifest.key, by.name, by.email, server.address, server.version];
    const isKnown = format === EVIDENCE_FORMAT && texts.every(isText) && Number.isInteger(manifest.detections);
    const areListed = files.every(({ name, size, sha256 }) => isText(name) && Number.isInteger(size) && isText(sha256));
    const areNamed = damaged.every(({ detection_id }) => Number.isInteger(detection_id));
    return isKnown && areListed && areNamed ? manifest : null;
  } catch {
    return null;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
