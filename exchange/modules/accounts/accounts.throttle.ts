import { createHmac } from 'node:crypto';
import { NETWORK_BITS, sourceOf } from '../../../lib/rate-limits/address-source';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { Metrics } from '../../platform/metrics';
import type { Challenges } from './accounts.challenge';
import {
  countTry,
  deleteExpiredThrottles,
  deleteThrottle,
  findNotBefore,
  setNotBefore,
  takeTryBack,
  trimSources,
} from './accounts.throttle.repository';

const WINDOW_MS = 24 * 60 * 60_000;
/** Wrong passwords of one source for one account before each further one has to wait, twice as long as the one before. */
const FREE_TRIES = 5;
const DELAY_FIRST_MS = 1_000;
const DELAY_MAX_MS = 60 * 60_000;
/** Tries of one account from devices that it never signed in on, all sources together, before each needs a proof of work. */
const UNPROVED_TRIES = 20;
/**
 * Beyond them one proved try of an account in this time, and as much again for sources that try for the first time, so that those who come
 * back to guess don't take their turn. An account meets at most 20 + 2 × 4,320 guesses a day, from however many addresses.
 */
export const PACE_MS = 20_000;
/** The same for codes of a second factor, which only whoever has the password can try: at most 20 + 2 × 288 a day. */
const FACTOR_PACE_MS = 5 * 60_000;
/** Networks remembered for one account. */
const NETWORKS_MAX = 200;
/** Names that nobody has share so many places, so that junk names fill no more than that. */
const UNKNOWN_PLACES = 4_096;

const ACCOUNT = 'account';

/** `device`: the id of a browser that this name was signed in on before, which the backend-for-frontend has checked; else null. */
export type LoginSource = { ip: string; device: string | null };
export type LoginTry = { name: string; userId: string | null; source: LoginSource };
export type LoginThrottle = {
  /**
   * Counts a try, before its work is done, so that many at once can't slip past.
   * @throws LOGIN_WAIT with `wait` as m:ss; LOGIN_PROOF_REQUIRED; CHALLENGE_FAILED. A refused try is not counted and spends no proof.
   */
  admit(attempt: LoginTry & { proof: string | null; now: number }): Promise<void>;
  /** Forgets the tries of a source that had the right password in the end. */
  succeed(attempt: LoginTry): Promise<void>;
  /** The same in a transaction. */
  succeedIn(tx: Tx, attempt: LoginTry): Promise<void>;
};

type ThrottleOptions = {
  db: Database;
  /** Null: nobody proves work; one try passes in a while without it. */
  challenges: Challenges | null;
  secret: string;
  metrics?: Metrics;
  /** What is tried: passwords, what comes after them, or the sign-in of operators. Each is counted by itself. */
  of?: 'password' | 'factor' | 'operator';
};

const KINDS = { password: 'user', factor: 'factor', operator: 'operator' } as const;

/**
 * Returns the throttle of password sign-ins, kept in the database: for every process and over a restart. It bounds guesses and locks nobody
 * out: a device that was signed in on before is counted by itself, and an unknown one gets its turn by a proof of work. Names that nobody
 * has are counted like others, so that it tells nothing about who exists.
 */
export function createLoginThrottle(options: ThrottleOptions): LoginThrottle {
  const { db, challenges, of = 'password' } = options;
  const kind = KINDS[of];
  const nobody = of === 'operator' ? 'name of operators' : 'name';
  const refusals = options.metrics?.counter({
    name: 'login_refusals_total',
    help: 'Sign-ins by password that the throttle refused',
    labelNames: ['code'],
  });
  const keysOf = ({ name, userId, source }: LoginTry) => {
    const place = createHmac('sha256', options.secret).update(`login name ${name}`).digest().readUInt32BE() % UNKNOWN_PLACES;
    return {
      subject: userId === null ? `${nobody} ${place}` : `${kind} ${userId}`,
      source: source.device === null ? `network ${sourceOf(source.ip, NETWORK_BITS)}` : `device ${source.device}`,
    };
  };
  async function succeedIn(tx: Tx, attempt: LoginTry): Promise<void> {
    const { subject, source } = keysOf(attempt);
    await deleteThrottle(tx, { subject, source });
    if (attempt.source.device === null) await takeTryBack(tx, { subject, source: ACCOUNT });
  }
  return {
    admit: (attempt) =>
      db
        .transaction(async (tx) => {
          const { proof, now } = attempt;
          const { subject, source } = keysOf(attempt);
          await deleteExpiredThrottles(tx, now);
          const tries = await countOrWait(tx, { subject, source, now });
          await setNotBefore(tx, { subject, source, at: now + delayAfter(tries) });
          if (attempt.source.device !== null) return;
          const isNewcomer = tries === 1;
          if (isNewcomer) await trimSources(tx, { subject, keepMax: NETWORKS_MAX });
          if ((await countOrWait(tx, { subject, source: ACCOUNT, now })) <= UNPROVED_TRIES) return;
          if (of === 'password' && proof === null) throw new DomainError('LOGIN_PROOF_REQUIRED');
          const pace = { subject, source: isNewcomer ? 'pace of newcomers' : 'pace' };
          await countOrWait(tx, { ...pace, now });
          await setNotBefore(tx, { ...pace, at: now + (of === 'factor' ? FACTOR_PACE_MS : PACE_MS) });
          if (proof !== null) await challenges?.spend(tx, proof, now);
        })
        .catch((error: unknown) => {
          if (error instanceof DomainError) refusals?.inc({ code: error.code });
          throw error;
        }),
    succeed: (attempt) => db.transaction((tx) => succeedIn(tx, attempt)),
    succeedIn,
  };
}

/** How long a source waits after its `tries`-th try, in ms. */
export function delayAfter(tries: number): number {
  return tries < FREE_TRIES ? 0 : Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (tries - FREE_TRIES));
}

async function countOrWait(tx: Tx, input: { subject: string; source: string; now: number }): Promise<number> {
  const tries = await countTry(tx, { ...input, windowMs: WINDOW_MS });
  if (tries !== null) return tries;
  const seconds = Math.max(1, Math.ceil(((await findNotBefore(tx, input)) - input.now) / 1000));
  const wait = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  throw new DomainError('LOGIN_WAIT', { params: { wait } });
}
