import * as calls from '../../../lib/protocol/staking';
import { type Mode, STAKING_STATES, type StakingState } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { sumJournalsSince } from '../ledger/ledger';
import { STAKING_CODES } from './earn.postings';
import type { EarnService, ToUsdtValue } from './earn.service';
import { toPositionWire, toTermWire } from './earn.wire';

const DAY_MS = 86_400_000;
const USDT_SCALE = 8;
const OPEN: readonly StakingState[] = ['running', 'leaving'];
const OVER: readonly StakingState[] = ['ended', 'redeemed'];

type Deps = Pick<Platform, 'db' | 'clock'> & { service: EarnService; toUsdtValue: ToUsdtValue };

/** Calls 32, 33, 34, 36 and 37, and what switches a renewal. */
export function createEarnCalls({ db, clock, service, toUsdtValue }: Deps): RegisteredCall[] {
  const sum = (amounts: ReadonlyMap<string, bigint>) =>
    [...amounts].reduce((total, [asset, units]) => total + toUsdtValue(asset, units), 0n);
  return [
    handle(calls.earningTerms, async (_input, context) => (await service.listOffered(context.session?.mode ?? 'real')).map(toTermWire)),
    handle(calls.subscribeEarning, async ({ id, price, coin, rate, terms, request_id: requestId }, context) => {
      const { sessionId } = sessionOf(context);
      const { endsAt } = await service.subscribe(
        { ...ownerOf(context), sessionId },
        { term: id, amount: price, coin, ...(rate && { rate }), terms, requestId },
      );
      return `Subscribed until ${new Date(endsAt).toISOString()}`;
    }),
    handle(calls.stakingRecords, async ({ state = 'all', page }, context) => {
      const states = state === 'open' ? OPEN : state === 'over' ? OVER : STAKING_STATES;
      const rows = await service.list(ownerOf(context), { states, page: Number(page ?? '1') });
      return rows.map((row) => toPositionWire(row, clock.now()));
    }),
    handle(calls.earningTotals, async (_input, context) => {
      const owner = ownerOf(context);
      const dayStart = clock.now() - (clock.now() % DAY_MS);
      const today = await sumJournalsSince(db.read, { ...owner, codes: Object.keys(STAKING_CODES), dayStart });
      const [staked, earned] = [await service.sumStaked(owner), await service.sumEarned(owner)];
      const show = (amounts: ReadonlyMap<string, bigint>) => fromUnits(sum(amounts), USDT_SCALE);
      return { money: show(staked), dayshouyi: show(today), shouyi: show(earned) };
    }),
    handle(calls.redeemEarning, async ({ id, request_id: requestId }, context) => {
      const { asset, returned, at } = await service.redeem(ownerOf(context), { id, requestId });
      return at === null ? `${returned} ${asset} are back` : `${returned} ${asset} will be back at ${new Date(at).toISOString()}`;
    }),
    handle(calls.stakingRenewal, async ({ id, renew, request_id: requestId }, context) => {
      const { sessionId } = sessionOf(context);
      await service.switchRenewal({ ...ownerOf(context), sessionId }, { id, renews: renew === '1', requestId });
      return renew === '1' ? 'It is renewed when it ends' : 'It is not renewed';
    }),
  ];
}

function ownerOf(context: Parameters<typeof sessionOf>[0]): { userId: string; mode: Mode } {
  const { userId, mode } = sessionOf(context);
  return { userId, mode };
}
