import { compareDecimals, multiplyDecimals } from '../../../lib/rules/decimal';
import type { Fees, RewardTerms } from '../../../lib/rules/help-figures';
import type { InvitationTerms } from '../../../lib/rules/invitations';
import type { VipTerms } from '../../../lib/rules/vip';
import type { ConvertTerms, HostingTerms, LoanTerms, WithdrawalTerms } from '../registry/registry';

/** The registry's terms that say what is charged: what withdrawals, conversions, loans and hosting read themselves. */
export type FeeTerms = {
  readWithdrawalTerms(): Pick<WithdrawalTerms, 'feeRate'>;
  readConvertTerms(): Pick<ConvertTerms, 'feeRate' | 'spreadRate'>;
  readLoanTerms(): { terms: Pick<LoanTerms, 'products'> };
  readHostingTerms(): Pick<HostingTerms, 'plans'>;
};
const FEATURES = { withdrawal: 'withdrawals', convert: 'convert', loan: 'loans', hosting: 'hosting' } as const;
const ONE_PERCENT = '0.01';

/** Returns the smallest and the largest of some decimals. */
function rangeOf(values: readonly string[]): { min: string; max: string } | null {
  const sorted = [...values].sort(compareDecimals);
  const [min, max] = [sorted[0], sorted.at(-1)];
  return min === undefined || max === undefined ? null : { min, max };
}

/** Returns what is charged by the terms in force, in fractions; null for what is not among `features`. */
export function readFees(terms: FeeTerms, features: readonly string[], isSandbox: boolean): Fees {
  const offered = <Value>(product: keyof typeof FEATURES, read: () => Value) => (features.includes(FEATURES[product]) ? read() : null);
  return {
    withdrawal: offered('withdrawal', () => ({ rate: terms.readWithdrawalTerms().feeRate })),
    convert: offered('convert', () => {
      const { feeRate: rate, spreadRate: spread } = terms.readConvertTerms();
      return { rate, spread };
    }),
    loan: offered('loan', () => rangeOf(terms.readLoanTerms().terms.products.map(({ rate }) => multiplyDecimals(rate, ONE_PERCENT)))),
    hosting: offered('hosting', () => {
      const plans = terms.readHostingTerms().plans.filter((plan) => isSandbox || !plan.isSandbox);
      const [gain, exit] = [rangeOf(plans.map(({ feeRate }) => feeRate)), rangeOf(plans.map(({ exitRate }) => exitRate))];
      return gain === null || exit === null ? null : { gain, exit };
    }),
  };
}

/** The registry's terms that say what memberships and invitations bring. */
export type PromisedTerms = { readVipTerms(): VipTerms; readInvitationTerms(): InvitationTerms };

/** Returns what is promised by the terms in force; null for what is not among `features`. */
export function readRewardTerms(terms: PromisedTerms, features: readonly string[]): RewardTerms {
  return {
    vip: features.includes('vip') ? terms.readVipTerms() : null,
    invitation: features.includes('invite') ? terms.readInvitationTerms() : null,
  };
}
