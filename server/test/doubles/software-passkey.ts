import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };
type Answering = { origin: string; verified?: boolean };

const base64 = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** An authenticator of Web Authentication with one passkey. `verified`: whether it has verified its owner. */
export function softwarePasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  function authenticatorData(rpId: string, { verified, attested }: { verified: boolean; attested?: Buffer }): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  const clientData = (type: string, challenge: string, origin: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });

  const credential = (response: object) => ({
    ...{ id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} },
    response,
  });

  return {
    id: base64(id),

    register({ challenge, rp }: Options, { origin, verified = true }: Answering) {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)]);
      const authData = authenticatorData(rp?.id ?? '', { verified, attested });
      return credential({
        clientDataJSON: base64(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64(attestationObject(authData)),
        transports: ['internal'],
      });
    },

    answer({ challenge, rpId = '' }: Options, { origin, verified = true }: Answering) {
      counter += 1;
      const data = authenticatorData(rpId, { verified });
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      });
    },
  };
}

/** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, a key of ES256. */
function coseKey(x: string, y: string): Buffer {
  const bytes32 = Buffer.from([0x58, 0x20]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[bytes32, Buffer.from(x, 'base64url'), Buffer.from([0x22]), bytes32, Buffer.from(y, 'base64url')],
  ]);
}

/** CBOR: {fmt: 'none', attStmt: {}, authData}. */
function attestationObject(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
  const map = [Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])];
  return Buffer.concat([...map, text('authData'), Buffer.from([0x58, authData.length]), authData]);
}
