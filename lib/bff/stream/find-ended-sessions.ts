import 'server-only';
import { createHash } from 'node:crypto';
import { callLegacy } from '../../legacy/call-legacy';
import { SESSION_COOKIE, SESSIONS_ASKED_MAX, standingSessions } from '../../protocol/extensions';
import type { AppSession } from '../../session/options';
import { isSessionActive } from '../../session/session-status';
import { getFeatures } from '../app/get-features';

/** Sessions that a backend without the call for many is asked about in one round. */
const SINGLES_MAX = 20;

/** Returns the hash by which the exchange knows a session; null when its cookie is another backend's. */
function hashOf({ upstream }: AppSession): string | null {
  const token = new RegExp(`(?:^|; )${SESSION_COOKIE}=([^;\\s]+)`).exec(upstream)?.[1];
  return token === undefined ? null : createHash('sha256').update(token).digest('hex');
}

/** Returns those of the sessions that have ended at the exchange. Of many at a backend that answers for one at a time, `round` chooses some. */
export async function findEndedSessions(sessions: readonly AppSession[], round: number): Promise<AppSession[]> {
  if (sessions.length === 0) return [];
  const { features } = await getFeatures();
  const hashed = new Map(sessions.flatMap((session) => [[hashOf(session), session] as const]));
  if (!features.includes('session-check') || hashed.has(null)) return findEndedSingly(sessions, round);
  const ended: AppSession[] = [];
  const hashes = [...hashed.keys()] as string[];
  for (let start = 0; start < hashes.length; start += SESSIONS_ASKED_MAX) {
    const asked = hashes.slice(start, start + SESSIONS_ASKED_MAX);
    const { answer } = await callLegacy(standingSessions, { tokens: asked.join(',') });
    const standing = new Set(answer.standing);
    ended.push(...asked.filter((hash) => !standing.has(hash)).flatMap((hash) => hashed.get(hash) ?? []));
  }
  return ended;
}

async function findEndedSingly(sessions: readonly AppSession[], round: number): Promise<AppSession[]> {
  const start = (round * SINGLES_MAX) % sessions.length;
  const asked = sessions.slice(start, start + SINGLES_MAX);
  const answers = await Promise.all(asked.map((session) => isSessionActive(session)));
  return asked.filter((_session, index) => answers[index] === false);
}
