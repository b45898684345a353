import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default kind, at OWASP's first choice: 19 MiB, two passes; about 10 ms. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified in place of a password that is not there, so that an unknown name takes as long as a known one. */
const ABSENT = hash('no password of anyone', ARGON);

/** How a hash begins that was made with them. */
const TODAY = `$argon2id$v=19$m=${ARGON.memoryCost},t=${ARGON.timeCost},p=${ARGON.parallelism}$`;

/** An "é" is one character from one keyboard and two from another: both are the same password (RFC 8265, 4.2). */
const normalize = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), ARGON);
}

/**
 * True when the password is the one of the hash, also one from before they were normalized; false, after the same work, when there is no hash.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await ABSENT);
  const forms = new Set([normalize(password), password]);
  let isRight = false;
  for (const form of forms) isRight = isRight || (await verify(known, form));
  return passwordHash != null && isRight;
}

/** Returns the hash to keep of a password that was right: the one in hand, or a new one where that was made with other parameters. */
export function renewHash(passwordHash: string, password: string): Promise<string> {
  return passwordHash.startsWith(TODAY) ? Promise.resolve(passwordHash) : hashPassword(password);
}
