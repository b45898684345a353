import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data (WebAuthn 6.1): present, verified, with a new credential. */
const PRESENT = 1;
const VERIFIED = 4;
const CREATED = 64;

type Value = number | string | Buffer | Map<Value, Value>;
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([major + length])
    : length < 256
      ? Buffer.from([major + 24, length])
      : Buffer.from([major + 25, length >> 8, length & 255]);

/** Writes a value as CBOR, as far as credentials need it. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0x00, value) : head(0x20, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(0x40, value.length), value]);
  return Buffer.concat([head(0xa0, value.size), ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)])]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
type Change = { origin?: string; isVerified?: boolean; counter?: number; challenge?: string };

/** An authenticator in memory: makes one credential and signs with it, as a browser would hand it on. */
export function createSoftwarePasskey(rpId = 'localhost', origin = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }) as { publicKey: KeyObject; privateKey: KeyObject };
  const id = randomBytes(32);
  let counter = 0;
  const dataOf = (flags: number, count: number, rest = Buffer.alloc(0)) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, rest]);
  };
  const clientData = (type: string, options: string, change: Change) => {
    const { challenge } = JSON.parse(options) as { challenge: string };
    return Buffer.from(
      JSON.stringify({ type, challenge: change.challenge ?? challenge, origin: change.origin ?? origin, crossOrigin: false }),
    );
  };
  const wrap = (response: Record<string, string | string[]>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  return {
    /** Answers options of a registration. */
    create(options: string, change: Change = {}): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinate = (text: string) => Buffer.from(text, 'base64url');
      const cose = cbor(
        new Map<Value, Value>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate(x)],
          [-3, coordinate(y)],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const flags = PRESENT + (change.isVerified === false ? 0 : VERIFIED) + CREATED;
      const authData = dataOf(flags, counter, Buffer.concat([Buffer.alloc(16), length, id, cose]));
      const attestation = cbor(
        new Map<Value, Value>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return wrap({
        clientDataJSON: clientData('webauthn.create', options, change).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Answers options of a sign-in or a confirmation; counts up by itself. */
    sign(options: string, change: Change = {}): string {
      counter += 1;
      const client = clientData('webauthn.get', options, change);
      const data = dataOf(PRESENT + (change.isVerified === false ? 0 : VERIFIED), change.counter ?? counter);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return wrap({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
