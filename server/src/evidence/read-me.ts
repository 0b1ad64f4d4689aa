import { MANIFEST, PUBLIC_KEY, SIGNATURE } from '@vedette/contract/evidence-archive/manifest';
import { EVIDENCE_KEY_PATH, VERIFY_PAGE_PATH } from '@vedette/contract/evidence-archive/public-key';
import { PRODUCT } from '@vedette/contract/public-config';

type Facts = { subject: string; madeAt: string; address: string; fingerprint: string };

/** The README.txt of an archive. */
export function readMe({ subject, madeAt, address, fingerprint }: Facts): string {
  return `${PRODUCT} evidence: ${subject.replace(':', ' ')}
Made ${madeAt} by ${address}

WHAT IS HERE

  ${MANIFEST}    what this archive is, who made it, and the SHA-256 of every file
  ${SIGNATURE}     the Ed25519 signature of ${MANIFEST}
  ${PUBLIC_KEY}   the key that belongs to it
  incident.json    of an incident: its facts, and what people did with it
  detections/      of each detection: its facts, the device's readings, and its comments
  frames/          the pictures, byte for byte as they were received. ${MANIFEST} names
                   those that are damaged in the store; they are left out.
  audit.jsonl      the rows of the audit log about this, each with its hash
  verify.html      a page that verifies an archive, without a network

HOW TO VERIFY IT

Verify the ZIP file itself, as it was downloaded: what unpacks it and packs it again changes it.

1. A page of an archive that somebody has forged can say what its author likes. So take a
   trusted copy: ${address}${VERIFY_PAGE_PATH}
   or, on a machine with ${PRODUCT}: npm run evidence -- verify FILE --key ${address}
   Without either, verify.html in this archive finds accidental damage.
2. Choose the ZIP file. Any changed byte is named.
3. Compare the fingerprint of the key with the one that the server publishes at
   ${address}${EVIDENCE_KEY_PATH}
   or that you were given by its owner. It is

   ${fingerprint}

   An archive whose key is another one was not signed by this server.

With other tools, in a folder with the unpacked files:

  openssl pkey -pubin -in ${PUBLIC_KEY} -outform DER | sha256sum
  openssl pkeyutl -verify -pubin -inkey ${PUBLIC_KEY} -rawin -in ${MANIFEST} -sigfile ${SIGNATURE}
  sha256sum FILE        and compare with ${MANIFEST}

The signature proves that the holder of the key made this archive, and that nothing was
changed since. It does not prove when: times are those of the server and its devices.
audit.jsonl holds mail and network addresses of people; pass the archive on accordingly.
`;
}
