import { type OperatorWithdrawal, withdrawalEndpoints } from '../../lib/operator/withdrawals';
import { ActRefused } from '../modules/operators/operators';
import { factsOf, findWithdrawal, listForDesk, listSteps, type WithdrawalRow } from '../modules/withdrawals/withdrawals';
import { ACTS_ABOUT_USERS, readTimeline, serve } from './desk';
import { performCaseLook, performLook } from './look';

const PAGE = 50;

function toWithdrawal(row: WithdrawalRow): OperatorWithdrawal {
  const { userId, state, requestedAt, until, delay, reason, txid, confirmations, confirmationsNeeded } = row;
  return { ...factsOf(row), userId, state, requestedAt, until, delay, refusal: reason, txid, confirmations, confirmationsNeeded };
}

/** What answers about withdrawals. */
export const WITHDRAWALS = [
  serve(withdrawalEndpoints.list, async ({ filter, after }, seat) => {
    await performLook(seat, {
      act: 'lists.read',
      reason: 'opened',
      input: { list: 'withdrawals', filter, user: null, after },
    });
    const rows = await listForDesk(seat.db.read, { filter, after, limit: PAGE + 1 });
    const items = rows.slice(0, PAGE);
    return { items: items.map(toWithdrawal), next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
  }),
  serve(withdrawalEndpoints.show, async ({ id }, seat) => {
    await performCaseLook(seat, { list: 'withdrawals', id });
    const row = await findWithdrawal(seat.db.read, id);
    if (row === null) throw new ActRefused('NOT_FOUND', `There is no withdrawal ${id}.`);
    const steps = await listSteps(seat.db.read, id);
    const { requests, log } = await readTimeline(seat.db.read, seat, { target: id, acts: ['withdrawals.'] });
    const isOfIt = ({ act }: { act: string }) => !ACTS_ABOUT_USERS.includes(act);
    return { withdrawal: toWithdrawal(row), steps, requests: requests.filter(isOfIt), log: log.filter(isOfIt) };
  }),
];
