import { open, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inWords } from '@vedette/contract/evidence-archive/faults';
import { describeMaker, type Manifest } from '@vedette/contract/evidence-archive/manifest';
import {
  EVIDENCE_KEY_PATH,
  fingerprintOf,
  keyInPem,
  readFingerprint,
} from '@vedette/contract/evidence-archive/public-key';
import { type Verdict, verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import { inOneLine } from '../one-line.ts';

// npm run evidence -- verify FILE [--key KEY]     needs no server and no database
const USAGE = `Usage: npm run evidence -- verify FILE [--key KEY]
KEY is the key that must have signed: its fingerprint, a file with it, or the address of the server`;

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [command, file, ...rest] = positionals;
  if (command !== 'verify' || file === undefined || rest.length > 0) throw new Error(USAGE);
  await verify(file, values.key === undefined ? undefined : await fingerprintIn(values.key));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(reason === USAGE ? USAGE : inOneLine(reason));
  process.exitCode = 1;
}

async function verify(file: string, expectedKey: string | undefined): Promise<void> {
  const { faults, manifest, fingerprint } = await verifyFile(file, expectedKey);
  if (manifest !== null) describe(manifest).forEach(print);
  print(`Fingerprint of its key: ${fingerprint ?? 'none'}`);
  for (const fault of faults) print(inWords(fault));
  if (faults.length > 0) throw new Error(`${file} is not as it was signed: ${faults.length} faults.`);
  const compare = `Compare the fingerprint with that at ${manifest?.server.address}${EVIDENCE_KEY_PATH}, or give --key.`;
  print(`${file} is whole. ${expectedKey === undefined ? compare : 'It was signed with the expected key.'}`);
}

/** The texts of an archive are its author's. */
function print(line: string): void {
  console.log(inOneLine(line));
}

async function verifyFile(file: string, expectedKey: string | undefined): Promise<Verdict> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, to: number) => {
      if (from >= size) return new Uint8Array();
      const bytes = new Uint8Array(Math.min(to, size) - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, from);
      return bytes.subarray(0, bytesRead);
    };
    return await verifyArchive({ size, read }, { expectedKey });
  } finally {
    await handle.close();
  }
}

function describe({
  subject,
  made_at,
  made_by,
  server,
  files,
  detections,
  damaged_frames: damaged,
}: Manifest): string[] {
  return [
    `${subject.replace(':', ' ')}: ${detections} detections in ${files.length} files`,
    `Made ${made_at} by ${describeMaker(made_by)} at ${server.address}, version ${server.version}`,
    ...damaged.map(({ detection_id }) => `Left out, because it was damaged at the server: frame ${detection_id}`),
  ];
}

async function fingerprintIn(key: string): Promise<string> {
  const fingerprint = readFingerprint(key);
  if (fingerprint !== null) return fingerprint;
  const text = /^https?:/.test(key) ? await download(key) : await readFile(key, 'utf8');
  // In the document of a server the line breaks of the PEM are escaped.
  const der = keyInPem(text.replaceAll('\\n', '\n'));
  if (der === null) throw new Error(`There is no public key in ${key}`);
  return fingerprintOf(der);
}

async function download(address: string): Promise<string> {
  const url = new URL(address);
  const answer = await fetch(url.pathname === '/' ? new URL(EVIDENCE_KEY_PATH, url) : url);
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer.text();
}
