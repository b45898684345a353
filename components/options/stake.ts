import type { OptionTerms } from '@/lib/dto/options';
import { compareDecimals, formatScaled, multiplyDecimals, parseDecimal, toScaled } from '../../lib/rules/decimal';
import { calculateProfit } from '../../lib/rules/options';

/** Digits that the ticket takes; the ledger has eight. */
export const STAKE_DECIMALS = 2;
const MONEY_SCALE = 8;

/** Returns `percent` of what is available, at most `max`, cut to two decimals. */
export function shareOf({ available, percent, max }: { available: string; percent: number; max: string }): string {
  const share = multiplyDecimals(available, formatScaled(BigInt(percent), 2));
  const smaller = compareDecimals(share, max) > 0 ? max : share;
  const parsed = parseDecimal(smaller);
  if (parsed === null) return '0';
  const dropped = parsed.scale > STAKE_DECIMALS ? 10n ** BigInt(parsed.scale - STAKE_DECIMALS) : 1n;
  return formatScaled(parsed.units / dropped, Math.min(parsed.scale, STAKE_DECIMALS));
}

const FIRST_SECONDS = 60;

/** Returns the duration that a ticket is about: what was chosen, while nothing is a minute; the first that is offered where that one is not. */
export function pickSeconds({ durations }: Pick<OptionTerms, 'durations'>, chosen: number | null): number {
  const wanted = chosen ?? FIRST_SECONDS;
  return durations.some(({ seconds }) => seconds === wanted) ? wanted : (durations[0]?.seconds ?? wanted);
}

type Staked = { stake: string; terms: OptionTerms; available: string | null };

/** Returns why a stake as typed can't be sent: outside the limits of the contract (nothing typed is), or above the balance, where it is known. Null when it can. */
export function findStakeProblem({ stake, terms, available }: Staked): 'OPTION_STAKE_OUT_OF_RANGE' | 'INSUFFICIENT_BALANCE' | null {
  const text = stake.replace(/\.$/, '');
  if (parseDecimal(text) === null) return 'OPTION_STAKE_OUT_OF_RANGE';
  const isWithin = compareDecimals(text, terms.stakeMin) >= 0 && compareDecimals(text, terms.stakeMax) <= 0;
  if (!isWithin) return 'OPTION_STAKE_OUT_OF_RANGE';
  return available !== null && compareDecimals(text, available) > 0 ? 'INSUFFICIENT_BALANCE' : null;
}

/** Returns what a right guess earns on the stake as typed, null while it is no amount. The posting uses the same function. */
export function profitOf(stake: string, ratio: string): string | null {
  const units = toScaled(stake.replace(/\.$/, ''), MONEY_SCALE);
  return units === null ? null : formatScaled(calculateProfit({ stake: units, ratio }), MONEY_SCALE);
}
