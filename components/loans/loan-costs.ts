import { formatScaled, toScaled } from '@/lib/rules/decimal';
import { calculateLoanCosts, LOAN_SCALE } from '@/lib/rules/loans';

/** What a loan costs, as text: money in USDT, rates in percent. */
export type ShownCosts = {
  interest: string;
  total: string;
  lateFee: string;
  lateFeeCap: string;
  annualRate: number;
  yearlyRate: string;
};

/** Returns what a loan costs by the formula that it is booked by; null while `amount` is none. */
export function showCosts({ amount, rate, days }: { amount: string; rate: string; days: number }): ShownCosts | null {
  const units = toScaled(amount, LOAN_SCALE);
  if (units === null || units <= 0n) return null;
  const costs = calculateLoanCosts({ amount: units, rate, days });
  const show = (money: bigint) => formatScaled(money, LOAN_SCALE);
  return {
    interest: show(costs.interest),
    total: show(costs.total),
    lateFee: show(costs.lateFee),
    lateFeeCap: show(costs.lateFeeCap),
    annualRate: costs.annualRate,
    yearlyRate: costs.yearlyRate,
  };
}
