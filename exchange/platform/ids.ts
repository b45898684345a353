import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Returns an unguessable id for a request or a row that the database does not number. */
export function createId(): string {
  return randomUUID();
}

/** Returns 256 random bits in base64url, 43 characters: a session token. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a text in lower-case hex. The database holds this of a token, never the token. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
