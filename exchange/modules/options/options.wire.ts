import type { ContractWire } from '../../../lib/protocol/options';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import type { Contract } from './options.repository';
import { OPTION_ASSET } from './options.terms';

const SCALE = getAssetScale(OPTION_ASSET);

/** Base units of the stake's asset as a decimal. */
export function formatMoney(units: bigint): string {
  return fromUnits(units, SCALE);
}

function paidUnits({ state, stake, profit }: Contract): bigint {
  return state === 'won' ? stake + profit : state === 'refunded' ? stake : 0n;
}

/** Returns a contract in the words of the wire. */
export function toContractWire(contract: Contract): ContractWire {
  return {
    id: contract.id,
    market: contract.market,
    type: contract.direction,
    num: formatMoney(contract.stake),
    time: contract.durationMs / 1_000,
    ratio: contract.ratio,
    profit: formatMoney(contract.profit),
    state: contract.state,
    reason: contract.reason,
    accepted: contract.acceptedAt,
    price: contract.strike,
    price_time: contract.strikeAt,
    delivers: contract.deliversAt,
    delivery: contract.delivery,
    paid: formatMoney(paidUnits(contract)),
    settled: contract.settledAt,
  };
}
