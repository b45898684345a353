import type { Mode } from '../../../lib/protocol/wire';
import { findLimit } from '../../../lib/rules/credit-score';
import { AFTER_WITHDRAWAL_DAYS, calculateLoanCosts, LOAN_SCALE, type LoanCosts } from '../../../lib/rules/loans';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { readScore } from '../credit-score/credit-score';
import { readBurden } from './loans.repository';
import { APPLICATIONS_A_DAY_MAX, type LoanProduct, LOANS_OPEN_MAX } from './loans.terms';

export type Owner = { userId: string; mode: Mode };
/** Who somebody was verified as; `state` 2 is verified. */
export type VerifiedIdentity = { state: number; firstName: string; lastName: string };
export type Application = {
  productId: string;
  amount: string;
  firstName: string;
  lastName: string;
  /** What the screen showed as the sum to repay, null when it showed none. */
  total: string | null;
  /** What it showed as the fee of a day overdue, left out when it showed none. */
  lateFee?: string | undefined;
};
/** What is asked for, in base units, and what it costs. */
export type Judged = { product: LoanProduct; amount: bigint; costs: LoanCosts };

/** Returns a name as it is compared: without differences of width, composition, case and spaces. */
function normaliseName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLocaleUpperCase('und');
}

export function isSameName(left: string, right: string): boolean {
  return normaliseName(left) === normaliseName(right);
}

/** Returns what is asked for, in base units, with what it costs. @throws LOAN_PRODUCT_UNKNOWN, LOAN_AMOUNT_OUT_OF_RANGE, LOAN_TERMS_CHANGED */
export function readTerms(asked: Application, products: readonly LoanProduct[]): Judged {
  const product = products.find(({ id }) => id === asked.productId);
  if (product === undefined) throw new DomainError('LOAN_PRODUCT_UNKNOWN');
  const amount = toUnits(asked.amount, LOAN_SCALE);
  if (amount < toUnits(product.min, LOAN_SCALE) || amount > toUnits(product.max, LOAN_SCALE)) {
    throw new DomainError('LOAN_AMOUNT_OUT_OF_RANGE', { params: { min: product.min, max: product.max } });
  }
  const costs = calculateLoanCosts({ amount, rate: product.rate, days: product.days });
  const isShown = (text: string | null | undefined, units: bigint) => text == null || toUnits(text, LOAN_SCALE) === units;
  // Other days at another rate may come to the same in all, and cost more a day overdue.
  if (!isShown(asked.total, costs.total) || !isShown(asked.lateFee, costs.lateFee)) throw new DomainError('LOAN_TERMS_CHANGED');
  return { product, amount, costs };
}

/** Makes sure that what is lent is what was printed. @throws LOAN_TERMS_CHANGED */
export function requireSameTerms(printed: Judged, { product, amount, costs }: Judged): void {
  const { days, dayMs, rate } = printed.product;
  const isSame = days === product.days && dayMs === product.dayMs && rate === product.rate && amount === printed.amount;
  const names = Object.keys(costs) as (keyof LoanCosts)[];
  if (!isSame || names.some((name) => costs[name] !== printed.costs[name])) throw new DomainError('LOAN_TERMS_CHANGED');
}

/**
 * Judges an application by what is so now, and returns what waits and is owed already, in base units. `poolLeft` is what can be lent.
 * @throws IDENTITY_REQUIRED, LOAN_NAME_MISMATCH, LOAN_OVERDUE, LOAN_AFTER_WITHDRAWAL, LOANS_OPEN_TOO_MANY, LOAN_LIMIT_EXCEEDED, LOAN_POOL_EMPTY, RATE_LIMITED
 */
export async function judge(
  tx: Tx,
  owner: Owner,
  input: { asked: Application; amount: bigint; identity: VerifiedIdentity; poolLeft: bigint; now: number },
): Promise<{ owed: bigint }> {
  const { asked, amount, identity, poolLeft, now } = input;
  if (identity.state !== 2) throw new DomainError('IDENTITY_REQUIRED');
  if (!isSameName(asked.firstName, identity.firstName) || !isSameName(asked.lastName, identity.lastName)) {
    throw new DomainError('LOAN_NAME_MISMATCH');
  }
  const burden = await readBurden(tx, { ...owner, now });
  if (burden.hasOverdue) throw new DomainError('LOAN_OVERDUE');
  if (burden.hasWithdrawn) throw new DomainError('LOAN_AFTER_WITHDRAWAL', { params: { days: String(AFTER_WITHDRAWAL_DAYS) } });
  if (burden.open >= LOANS_OPEN_MAX) throw new DomainError('LOANS_OPEN_TOO_MANY', { params: { max: String(LOANS_OPEN_MAX) } });
  if (burden.recent >= APPLICATIONS_A_DAY_MAX) throw new DomainError('RATE_LIMITED');
  const { score } = await readScore(tx, owner);
  const limit = toUnits(String(findLimit(score)), LOAN_SCALE);
  if (burden.owed + amount > limit) {
    const left = burden.owed < limit ? limit - burden.owed : 0n;
    throw new DomainError('LOAN_LIMIT_EXCEEDED', { params: { limit: fromUnits(limit, LOAN_SCALE), left: fromUnits(left, LOAN_SCALE) } });
  }
  if (poolLeft < amount) throw new DomainError('LOAN_POOL_EMPTY', { params: { left: fromUnits(poolLeft, LOAN_SCALE) } });
  return { owed: burden.owed };
}
