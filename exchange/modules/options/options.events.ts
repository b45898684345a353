import { z } from 'zod';
import { OPTION_DIRECTIONS } from '../../../lib/protocol/wire';
import { fromUnits } from '../../platform/decimal';
import { defineEvent, type NewEvent } from '../../platform/event-kinds';
import { getAssetScale } from '../ledger/ledger';
import type { Contract } from './options.repository';
import { OPTION_ASSET } from './options.terms';

const text = z.string().max(60);

/** A seconds contract has its result. `paid` is what came to its owner, the stake included. */
export const optionSettled = defineEvent(
  'option.settled',
  z.object({
    contract: text,
    market: text,
    direction: z.enum(OPTION_DIRECTIONS),
    result: z.enum(['won', 'lost', 'refunded']),
    stake: text,
    paid: text,
  }),
);

export function toSettled(settled: Contract & { result: 'won' | 'lost' | 'refunded' }, at: number): NewEvent {
  const { id, userId, mode, market, direction, result, stake, profit } = settled;
  const paid = result === 'won' ? stake + profit : result === 'refunded' ? stake : 0n;
  const show = (units: bigint) => fromUnits(units, getAssetScale(OPTION_ASSET));
  return optionSettled.create({
    userId,
    mode,
    at,
    payload: { contract: id, market, direction, result, stake: show(stake), paid: show(paid) },
  });
}
