import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ExchangeEnv } from '../env';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FILE = 'files-keys.json';
const keysSchema = z.array(z.string()).min(1).max(20);

/** What is sealed carries the id of its key, so that keys can be changed while older ones still open what they sealed. */
export type Sealed = { keyId: string; sealed: Buffer };

/**
 * Keeps secrets at rest: AES-256-GCM under the first of its keys. `about` says what it belongs to and is bound to it, so that nobody who can
 * write to the database moves it to another row.
 */
export type Sealing = {
  currentKeyId: string;
  seal(plain: Uint8Array, about: string): Sealed;
  /** @throws Error when the key is not there, or it was altered or moved */
  open(sealed: { keyId: string; sealed: Uint8Array }, about: string): Buffer;
  /** Returns the hash of a value under the first key, by which an equal one is found without being opened. */
  hash(text: string): string;
  /** The same under every key, the first one first: what was hashed before a change of keys is found too. */
  hashes(text: string): string[];
};

type Key = { id: string; cipher: Buffer; hash: Buffer };

/** Returns the id, which says nothing of the key, and one key each for sealing and for hashing. */
function readKey(text: string): Key {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== KEY_BYTES) throw new Error('FILES_KEY: each key is 32 bytes in base64url, 43 characters');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, '', `candor ${purpose}`, KEY_BYTES));
  return { id: createHash('sha256').update(derive('key id')).digest('hex').slice(0, 12), cipher: derive('seal'), hash: derive('hash') };
}

/** @throws Error for a key that is none */
export function createSealing(texts: readonly string[]): Sealing {
  const keys = texts.map(readKey);
  const [current] = keys;
  if (current === undefined) throw new Error('FILES_KEY: a key is missing');
  const byId = new Map(keys.map((key) => [key.id, key]));
  const hashWith = ({ hash }: Key, text: string) => createHmac('sha256', hash).update(text).digest('hex');
  return {
    currentKeyId: current.id,
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.cipher, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { keyId: current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
    },
    open({ keyId, sealed }, about) {
      const key = byId.get(keyId);
      if (key === undefined) throw new Error(`FILES_KEY lacks the key ${keyId}`);
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key.cipher, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    hash: (text) => hashWith(current, text),
    hashes: (text) => keys.map((key) => hashWith(key, text)),
  };
}

type SealingEnv = Pick<ExchangeEnv, 'filesKey' | 'sandbox' | 'dataDir'>;

/** Says whether anything can be sealed here: with keys by `FILES_KEY`, or in a sandbox, which makes its own. */
export function canSeal({ filesKey, sandbox }: SealingEnv): boolean {
  return filesKey !== null || sandbox;
}

/** Returns the sealing of an installation, whose keys are read at the first use. @throws Error where nothing can be sealed */
export function createLazySealing(env: SealingEnv): () => Promise<Sealing> {
  let made: Promise<Sealing> | null = null;
  return () => {
    made ??= openSealing(env).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

async function openSealing({ filesKey, sandbox, dataDir }: SealingEnv): Promise<Sealing> {
  if (filesKey !== null) return createSealing(filesKey.split(','));
  if (!sandbox) throw new Error('FILES_KEY is not set');
  return createSealing(await readOrMakeSandboxKeys(dataDir));
}

const makeKey = () => randomBytes(KEY_BYTES).toString('base64url');

async function readOrMakeSandboxKeys(dataDir: string): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, FILE);
  try {
    // `wx`: of two starts at once, one makes the file and the other reads it.
    await writeFile(path, `${JSON.stringify([makeKey()])}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return keysSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** Puts a new key before those of a sandbox; older ones go on opening what they sealed. */
export async function addSandboxKey(dataDir: string): Promise<void> {
  const keys = await readOrMakeSandboxKeys(dataDir);
  const path = join(dataDir, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify([makeKey(), ...keys].slice(0, 20))}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
