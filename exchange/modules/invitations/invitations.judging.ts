import { z } from 'zod';
import { calculateInvitationReward, type InvitationRule } from '../../../lib/rules/invitations';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { addRewards, findRewards, type NewReward } from '../rewards/rewards';
import {
  type DueStanding,
  findSelfInvitations,
  findVerified,
  lockDueStandings,
  type Reason,
  type Standing,
  writeStandings,
} from './invitations.repository';

const LOOK_MS = 5_000;
const CHUNK = 100;
/** What happened before it was due is read from the log by then. */
const READ_MS = 5_000;
/** Whose inviter isn't verified yet is looked at again after this part of the time that the deposit had to stay: an hour of a week. */
const LOOKS_A_STAY = 168;

/** Returns the name of a reward for an invitation: who was invited, and whose it is. */
export const sourceOf = (userId: string, side: 'invited' | 'inviter') => `invitation:${userId}:${side}`;

type RuleAt = (at: number) => InvitationRule;

/** Judges one chunk of what is due: both are rewarded, it is said why not, or it waits for the inviter's verification. Returns how many were due. */
async function judgeChunk(tx: Tx, { at, ruleAt }: { at: number; ruleAt: RuleAt }): Promise<number> {
  const due = await lockDueStandings(tx, { until: at - READ_MS, limit: CHUNK });
  const known = await findRewards(
    tx,
    due.map(({ userId }) => sourceOf(userId, 'invited')),
  );
  const pairs = due.flatMap(({ userId, inviterId }) => (inviterId === null ? [] : [{ invited: userId, inviter: inviterId }]));
  const selfMade = await findSelfInvitations(tx, pairs);
  const verified = await findVerified(
    tx,
    pairs.map(({ inviter }) => inviter),
  );
  const rewards: NewReward[] = [];
  const judged = due.map((standing): Standing => {
    const { userId, inviterId } = standing;
    // What was once promised stays promised, whatever has come to light since.
    const promised = known.get(sourceOf(userId, 'invited'))?.amount;
    const reason = promised === undefined ? (selfMade.get(userId) ?? null) : null;
    // Two accounts of one person can't both be verified: until then nobody knows that they are two. What was earned stays as it was when it was due.
    if (inviterId !== null && promised === undefined && reason === null && !verified.has(inviterId)) {
      const { inviterId: _inviter, joinedAt, ...own } = standing;
      return { ...own, state: 'due', dueAt: at + Math.ceil(ruleAt(joinedAt).stayMs / LOOKS_A_STAY) };
    }
    const outcome = judge(standing, { reason, reward: promised ?? calculateInvitationReward(standing.lowest, ruleAt(standing.joinedAt)) });
    if (outcome.reward !== null && inviterId !== null) {
      const owed = { code: 'INVITATION_REWARD', amount: outcome.reward } as const;
      rewards.push(
        { source: sourceOf(userId, 'invited'), userId, ...owed },
        { source: sourceOf(userId, 'inviter'), userId: inviterId, ...owed },
      );
    }
    return outcome;
  });
  await addRewards(tx, rewards, at);
  await writeStandings(tx, judged);
  return due.length;
}

function judge(standing: DueStanding, { reason, reward }: { reason: Reason | null; reward: bigint }): Standing {
  const { inviterId, joinedAt: _joined, ...own } = standing;
  // Nobody invited them: there is nothing to judge.
  if (inviterId === null) return { ...own, dueAt: null };
  if (reason !== null) return { ...own, dueAt: null, state: 'refused', reason };
  return { ...own, dueAt: null, state: 'rewarded', reward };
}

/** Returns the job that judges invitations that are due, a chunk at a time. */
export function createJudgingJob({ clock }: Pick<Platform, 'clock'>, ruleAt: RuleAt): JobKind {
  return defineJob({
    name: 'invitation rewards',
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const count = await judgeChunk(tx, { at: clock.now(), ruleAt });
      return count < CHUNK ? null : { done: (cursor?.done ?? 0) + count };
    },
  }) as unknown as JobKind;
}
