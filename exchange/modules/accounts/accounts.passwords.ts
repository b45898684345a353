import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default kind, at OWASP's first choice: 19 MiB, two passes; about 10 ms. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified in place of a password that is not there, so that an unknown name takes as long as a known one. */
const ABSENT = hash('no password of anyone', ARGON);

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON);
}

/** True when the password is the one of the hash; false, after the same work, when there is no hash. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await ABSENT), password);
  return passwordHash != null && isRight;
}
