import * as calls from '../../../lib/protocol/invitations';
import { type InvitationTerms, maskName, readInvitationRule, showInvitedState } from '../../../lib/rules/invitations';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { offsetOf } from '../../platform/offset-pages';
import { findRewards, sumRewards } from '../rewards/rewards';
import { createFollowing } from './invitations.following';
import { createJudgingJob, sourceOf } from './invitations.judging';
import * as repository from './invitations.repository';

const SCALE = 8;
const show = (units: bigint) => fromUnits(units, SCALE);

/** Says whose code brought a user, until the first recharge. @throws REFERRAL_UNKNOWN, REFERRAL_OWN, REFERRAL_FIXED */
async function changeInviter(tx: Tx, { userId, code }: { userId: string; code: string }): Promise<void> {
  const { hasRecharge } = await repository.lockBeforeRecharge(tx, userId);
  if (hasRecharge) throw new DomainError('REFERRAL_FIXED');
  const inviterId = code === '' ? null : await repository.findByCode(tx, code);
  if (code !== '' && inviterId === null) throw new DomainError('REFERRAL_UNKNOWN');
  // Only who was here before can have invited: so nobody is anybody's inviter in a circle.
  if (inviterId !== null && BigInt(inviterId) >= BigInt(userId)) throw new DomainError('REFERRAL_OWN');
  await repository.setInvitedBy(tx, { userId, inviterId });
}

/** Returns what somebody was paid for inviting, and what is still to be paid for that and for having been invited, in base units of USDT. */
async function readEarned(tx: Tx, userId: string): Promise<{ received: bigint; waiting: bigint }> {
  const own = sourceOf(userId, 'invited');
  const { paid, owed } = await sumRewards(tx, { userId, code: 'INVITATION_REWARD', besides: own });
  const mine = (await findRewards(tx, [own])).get(own);
  return { received: paid, waiting: owed + (mine?.paidAt === null ? mine.amount : 0n) };
}

function toRow({ username, joinedAt, standing }: repository.InvitedRow, isInviterVerified: boolean) {
  const state = showInvitedState(standing, { isInviterVerified });
  return {
    name: maskName(username),
    joined: joinedAt,
    state,
    // One that is due has no time of its own any more: it is decided now, or when its inviter is verified.
    due: state === 'waiting' && standing?.state === 'open' ? standing.dueAt : null,
    reason: standing?.reason ?? null,
    reward: standing?.reward == null ? null : show(standing.reward),
  };
}

/** Wires invitations: the code and its link, who came by it, and the reward for both. */
export function createInvitationsModule(platform: Platform, { termsAt }: { termsAt(at: number): InvitationTerms }): ExchangeModule {
  const { db, env, clock } = platform;
  const origin = new URL(env.publicOrigin ?? `http://localhost:${env.appPort}`).origin;
  const ruleAt = (at: number) => readInvitationRule(termsAt(at), env.sandbox);
  return {
    name: 'invitations',
    features: ['invite'],
    jobs: [createJudgingJob(platform, ruleAt)],
    consumers: [createFollowing(ruleAt)],
    calls: [
      handle(calls.invitation, async ({ page }, context) => {
        const { userId } = sessionOf(context);
        const { code, invited, rewarded, by, isOpen } = await repository.readInviting(db.read, userId);
        const { received, waiting } = await readEarned(db.read, userId);
        const terms = termsAt(clock.now());
        const { stayMs } = ruleAt(clock.now());
        const rows = await repository.listInvited(db.read, { userId, offset: offsetOf(Number(page ?? '1')) });
        const isVerified = (await repository.findVerified(db.read, [userId])).has(userId);
        return {
          code,
          link: `${origin}/register?invit=${code}`,
          invited,
          rewards: show(received),
          rewarded,
          waiting: show(waiting),
          by: by === null ? null : maskName(by),
          open: isOpen ? ('1' as const) : ('0' as const),
          rule: { min: terms.netMin, kept: stayMs, each: terms.eachMax, share: terms.shareRate, day: terms.dayMax },
          rows: rows.map((row) => toRow(row, isVerified)),
        };
      }),
      handle(calls.setInviter, async ({ code = '' }, context) => {
        const { userId } = sessionOf(context);
        await db.transaction((tx) => changeInviter(tx, { userId, code }));
        return code === '' ? 'Nobody invited you' : `You were invited by ${code}`;
      }),
    ],
  };
}
