import 'server-only';
import { createHash } from 'node:crypto';
import type { AppSession } from '../../session/options';

const PART_LENGTH = 16;
const mark = (...values: string[]) => createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, PART_LENGTH);
const markOfAccount = ({ userId, mode }: Pick<AppSession, 'userId' | 'mode'>) => mark('stream account', userId, mode);

/** Returns the name under which tabs of one session and account share a stream, 33 characters. It tells nothing of the session and opens nothing. */
export function streamKeyOf(session: Pick<AppSession, 'userId' | 'mode' | 'upstream'>): string {
  return `${markOfAccount(session)}.${mark('stream session', session.upstream)}`;
}

/** Says whether a screen with this key shows the account of the session: what its stream brings goes to other tabs of that account. */
export function isKeyOfAccount(key: string, session: Pick<AppSession, 'userId' | 'mode'> | null): boolean {
  return session !== null && key.split('.')[0] === markOfAccount(session);
}
