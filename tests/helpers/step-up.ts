import type { StepUpAct, StepUpSubject } from '../../lib/rules/step-up';
import { hashSubject } from '../../exchange/modules/step-up/step-up.service';
import type { Database } from '../../exchange/platform/db';
import type { Client, Envelope, TestWorld } from './accounts-world';
import { signLogin, walletOf } from './test-wallet';

/** Stores that a session confirmed an act, as if its user just had: for tests that are about what comes after it. */
export async function grantStepUp(
  db: Database,
  { userId, sessionId, now, act, ...subject }: { userId: string; sessionId: string; now: number; act: StepUpAct } & StepUpSubject,
): Promise<void> {
  await db.read.query(
    `INSERT INTO step_ups (id, user_id, family, act, subject_hash, way, proved_at, expires_at)
     SELECT md5(random()::text), $1, family, $3, $4, 'mail', at, at + interval '5 minutes' FROM sessions, to_timestamp($5::int8 / 1000.0) AS at
      WHERE id = $2`,
    [userId, sessionId, act, hashSubject(act, subject), now],
  );
}

/** Returns what a refusal asks to be confirmed. */
export function readStepUp({ code, params }: Envelope): { ticket: string; ways: string } {
  if (code !== 'STEP_UP_REQUIRED') throw new Error(`no confirmation was asked for: ${code}`);
  return { ticket: params?.ticket ?? '', ways: params?.ways ?? '' };
}

/** Confirms by the account's wallet what a refusal asked for. */
export async function confirmByWallet(world: TestWorld, client: Client, refusal: Envelope, wallet = 'first'): Promise<Envelope> {
  const { ticket } = readStepUp(refusal);
  const { info } = await client.post('/x/step-up-start', { ticket, way: 'wallet' });
  const { statement, nonce } = info as { statement: string; nonce: string };
  const { message, signature } = await signLogin(walletOf(wallet), world.time.now, { statement, nonce });
  return client.post('/x/step-up', { ticket, way: 'wallet', message, signature });
}

/** Makes a call; where it has to be confirmed, confirms it by the account's wallet and makes it again. */
export async function callConfirmed(world: TestWorld, client: Client, call: () => Promise<Envelope>, wallet = 'first'): Promise<Envelope> {
  const answer = await call();
  if (answer.code !== 'STEP_UP_REQUIRED') return answer;
  await confirmByWallet(world, client, answer, wallet);
  return call();
}
