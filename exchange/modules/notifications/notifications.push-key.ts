import { createECDH } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '../../../lib/brand';
import type { ExchangeEnv } from '../../env';

const FILE = 'push-key.txt';
const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** What the house signs push messages with (VAPID), base64url; `subject` says whom a push service writes to. */
export type PushKey = { publicKey: string; privateKey: string; subject: string };
type KeyEnv = Pick<ExchangeEnv, 'pushKey' | 'sandbox' | 'dataDir' | 'publicOrigin'>;

/** Returns the key of an installation: that of `PUSH_KEY`, or one that a sandbox makes at its first start; null: nothing is pushed. */
export async function readPushKey({ pushKey, sandbox, dataDir, publicOrigin }: KeyEnv): Promise<PushKey | null> {
  if (pushKey === null && !sandbox) return null;
  const privateKey = pushKey ?? (await readOrMakeKey(dataDir));
  const curve = createECDH(CURVE);
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const subject = publicOrigin?.startsWith('https://') === true ? publicOrigin : `mailto:${brand.supportEmail}`;
  return { privateKey, publicKey: curve.getPublicKey('base64url'), subject };
}

async function readOrMakeKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, FILE);
  const curve = createECDH(CURVE);
  curve.generateKeys();
  const made = Buffer.concat([Buffer.alloc(KEY_BYTES), curve.getPrivateKey()])
    .subarray(-KEY_BYTES)
    .toString('base64url');
  try {
    // `wx`: of two starts at once, one makes the file and the other reads it.
    await writeFile(path, `${made}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
