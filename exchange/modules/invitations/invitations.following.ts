import { type InvitationRule, type InvitationStep, stepInvitation } from '../../../lib/rules/invitations';
import { toUnits } from '../../platform/decimal';
import { defineConsumer, type EventConsumer } from '../../platform/event-kinds';
import { hashText } from '../../platform/ids';
import { signedIn } from '../accounts/accounts';
import { depositCredited } from '../deposits/deposits.events';
import { identityApproved } from '../identity/identity.events';
import { rechargeBooked } from '../recharges/recharges.events';
import { addTraces, lockStandings, type Trace, writeStandings } from './invitations.repository';

const SCALE = 8;

/** Returns who follows how far everybody is: from the events alone, so that reading them again from the first comes to the same. */
export function createFollowing(ruleAt: (at: number) => InvitationRule): EventConsumer {
  return defineConsumer({
    name: 'invitations',
    kinds: [rechargeBooked, identityApproved, signedIn, depositCredited],
    startsAt: 'oldest',
    async handle(tx, events) {
      const steps: { userId: string; step: InvitationStep }[] = [];
      const traces: Trace[] = [];
      for (const { kind, userId, at, payload } of events) {
        if (userId === null) continue;
        if (kind === 'recharge.booked') {
          const value = toUnits(payload.value, SCALE);
          steps.push({ userId, step: { kind: 'moved', at, value: payload.kind === 'out' ? -value : value } });
        } else if (kind === 'identity.approved') steps.push({ userId, step: { kind: 'verified', at } });
        else if (kind === 'deposit.credited') {
          if (payload.from !== undefined) traces.push({ userId, kind: 'funding', trace: hashText(payload.from.toLowerCase()) });
        } else if (payload.seenOn !== undefined) traces.push({ userId, kind: 'device', trace: payload.seenOn });
      }
      await addTraces(tx, traces);
      const standings = await lockStandings(tx, [...new Set(steps.map(({ userId }) => userId))]);
      for (const { userId, step } of steps) {
        const before = standings.get(userId);
        if (before !== undefined) standings.set(userId, { ...before, ...stepInvitation(before, step, ruleAt(before.joinedAt)) });
      }
      await writeStandings(tx, [...standings.values()]);
    },
  });
}
