import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Taken = { path: string; headers: IncomingHttpHeaders; message: Record<string, string>; signedFor: string };

const derive = (ikm: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', ikm, salt, info, length));

/** Returns a browser's keys, and the function that opens what was encrypted for it (RFC 8188 and 8291), written after the RFCs alone. */
function createBrowserKeys() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const open = (sealed: Buffer): Record<string, string> => {
    const [salt, length] = [sealed.subarray(0, 16), sealed.readUInt8(20)];
    const theirs = sealed.subarray(21, 21 + length);
    const body = sealed.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
    const secret = derive(own.computeSecret(theirs), auth, info, 32);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(body.subarray(-16));
    const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  };
  return { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url'), open };
}

/** Returns the public key that signed a message, and for whom. @throws Error for a signature that isn't one (RFC 8292) */
function checkSignature(authorization: string): { key: string; audience: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const [head, claims = '', signature = ''] = token.split('.');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!isRight || exp * 1_000 < Date.now()) throw new Error('a push message is not signed');
  return { key, audience: aud };
}

/** Starts a push service on this computer with one browser at it, which opens what comes. */
export async function startPushService() {
  const browser = createBrowserKeys();
  const taken: Taken[] = [];
  const answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  let asked = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked += 1;
      const { status, headers } = answer;
      response.writeHead(status, headers).end('x'.repeat(100_000));
      if (status !== 201) return;
      const { key, audience } = checkSignature(request.headers.authorization ?? '');
      const isOwn = audience === `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      taken.push({
        path: request.url ?? '',
        headers: request.headers,
        message: browser.open(Buffer.concat(parts)),
        signedFor: isOwn ? key : '',
      });
    });
  });
  // As at `openStubServer`.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    subscription: { endpoint: `http://127.0.0.1:${port}/of-ada`, p256dh: browser.p256dh, auth: browser.auth },
    taken,
    /** How it answers from now on. */
    answer,
    asked: () => asked,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
