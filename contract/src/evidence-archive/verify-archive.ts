import type { ByteSource } from './byte-source.ts';
import type { Fault } from './faults.ts';
import { MANIFEST, type Manifest, type ManifestFile, PUBLIC_KEY, readManifest, SIGNATURE } from './manifest.ts';
import { fingerprintOf, keyInPem, sha256Of } from './public-key.ts';
import { checkStructure } from './structure.ts';
import { crc32 } from './zip-format.ts';
import { type FoundEntry, readContent, readDirectory } from './zip-reader.ts';

export type Verdict = {
  /** Empty: every byte of the file is as it was signed. */
  faults: Fault[];
  manifest: Manifest | null;
  /** Of the key in the archive. Whoever forges an archive can put another key into it. */
  fingerprint: string | null;
};

type Options = {
  /** The fingerprint of the key that must have signed; absent: any. */
  expectedKey?: string | undefined;
  /** After each entry. */
  onProgress?: (checked: number, of: number) => void;
};

/** Larger contents than any archive has are not read into memory. */
const CONTENT_MAX_BYTES = 512 * 1024 * 1024;

/**
 * Compares every byte of an archive with what was signed: contents with the manifest, the manifest with its signature, and
 * what is between the contents with the one way in which such an archive is written.
 */
export async function verifyArchive(file: ByteSource, { expectedKey, onProgress }: Options = {}): Promise<Verdict> {
  const directory = await readDirectory(file);
  if (directory === null) return { faults: [{ problem: 'no archive' }], manifest: null, fingerprint: null };
  const { entries } = directory;
  const names = entries.map(({ name }) => name);
  const found = new Set(names);
  const contentOf = async (name: string) => {
    const entry = entries.find((other) => other.name === name);
    return entry === undefined ? null : contentWithin(file, entry);
  };
  const [manifestBytes, signature, pem] = [
    await contentOf(MANIFEST),
    await contentOf(SIGNATURE),
    await contentOf(PUBLIC_KEY),
  ];
  const manifest = manifestBytes && readManifest(manifestBytes);
  const key = pem && keyInPem(new TextDecoder().decode(pem));
  const fingerprint = key && (await fingerprintOf(key));
  const unsigned = [MANIFEST, SIGNATURE];
  const listed = new Map(manifest?.files.map((listing) => [listing.name, listing]));
  const faults: Fault[] = [];
  if (manifest === null) faults.push({ problem: 'no manifest', entry: MANIFEST });
  else {
    const absent = [...listed.keys(), ...unsigned].filter((name) => !found.has(name));
    faults.push(...absent.map((entry): Fault => ({ problem: 'missing', entry })));
    faults.push(...(await checkSignature({ message: manifestBytes, signature, key })));
  }
  const isSigned = faults.length === 0;
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const { name } = entry;
    if (seen.has(name)) faults.push({ problem: 'twice', entry: name });
    seen.add(name);
    const content = await contentWithin(file, entry);
    const listing = listed.get(name);
    const isWhole = listing === undefined ? isSigned : content !== null && (await isAsListed(content, listing));
    // Checksums of what is whole must be right; whatever else has changed is named already.
    if (isWhole && content !== null) entry.crc = crc32(content);
    if (listing !== undefined && !isWhole) faults.push({ problem: 'changed', entry: name });
    if (listing === undefined && manifest !== null && !unsigned.includes(name)) {
      faults.push({ problem: 'added', entry: name });
    }
    onProgress?.(index + 1, entries.length);
  }
  faults.push(...checkOrder(names, [...listed.keys(), ...unsigned]));
  const isOther = manifest !== null && fingerprint !== null && (expectedKey ?? manifest.key) !== fingerprint;
  if (isOther) faults.push({ problem: 'other key', entry: PUBLIC_KEY });
  faults.push(...(await checkStructure(file, directory)));
  return { faults, manifest, fingerprint };
}

async function isAsListed(content: Uint8Array<ArrayBuffer>, { size, sha256 }: ManifestFile): Promise<boolean> {
  return content.byteLength === size && (await sha256Of(content)) === sha256;
}

async function contentWithin(file: ByteSource, entry: FoundEntry): Promise<Uint8Array<ArrayBuffer> | null> {
  return Math.max(entry.size, entry.storedSize) > CONTENT_MAX_BYTES ? null : readContent(file, entry);
}

/** The first entry that is not in the manifest's order; when some are missing or added, those are named instead. */
function checkOrder(names: readonly string[], signed: readonly string[]): Fault[] {
  const found = new Set(names);
  if (names.length !== signed.length || signed.some((name) => !found.has(name))) return [];
  const moved = names.find((name, index) => name !== signed[index]);
  return moved === undefined ? [] : [{ problem: 'moved', entry: moved }];
}

type Signed = {
  message: Uint8Array<ArrayBuffer> | null;
  signature: Uint8Array<ArrayBuffer> | null;
  key: Uint8Array<ArrayBuffer> | null;
};

async function checkSignature({ message, signature, key }: Signed): Promise<Fault[]> {
  const wrong: Fault = { problem: 'signature wrong', entry: SIGNATURE };
  if (message === null || signature === null || key === null) return [wrong];
  try {
    const imported = await crypto.subtle.importKey('spki', key, { name: 'Ed25519' }, false, ['verify']);
    return (await crypto.subtle.verify('Ed25519', imported, signature, message)) ? [] : [wrong];
  } catch (error) {
    const isUnknown = error instanceof Error && error.name === 'NotSupportedError';
    return [isUnknown ? { problem: 'signature unchecked', entry: SIGNATURE } : wrong];
  }
}
