'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import * as api from '@/lib/api/loans';
import type { LoanProduct } from '@/lib/dto/loans';
import { useRead } from '@/lib/query/use-read';
import { compareDecimals, roundToStep, subtractDecimals } from '@/lib/rules/decimal';
import { LOAN_DAY_MS } from '@/lib/rules/loans';
import { writePercent } from '@/lib/rules/percent';
import { AmountInput } from '../money/amount-input';
import { formatAmount, formatExact } from '../money/format';
import { finishAmount } from '../money/parse-amount';
import { Button, buttonLook } from '../ui/button';
import { Card } from '../ui/card';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { SelectField } from '../ui/select-field';
import { TextButton } from '../ui/text-button';
import { DEFAULT_PRODUCTS } from './default-products';
import { showCosts } from './loan-costs';

/** Asks how much for how long, says what it costs, and leads to the agreement. */
export function LoanCalculator() {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const { data } = useRead(api.loanProducts, {});
  const standing = useRead(api.loanStanding, {});
  const products = data?.products ?? DEFAULT_PRODUCTS;
  const [productId, setProductId] = useState('2');
  const [typed, setTyped] = useState('');
  const product = products.find(({ id }) => id === productId) ?? products[0];
  if (product === undefined) return null;
  const amount = finishAmount(typed) ?? '';
  const error = amount === '' || standing.data === undefined ? null : judge(amount, product, standing.data);
  const number = (text: string) => formatExact(text, locale);
  const canGo = amount !== '' && error === null && standing.data?.isVerified === true;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <SelectField
        label={t('term')}
        onChange={setProductId}
        options={products.map(({ id, days, min, max, dayMs }) => ({
          value: id,
          label: t(dayMs === LOAN_DAY_MS ? 'termOption' : 'sandboxTerm', { days, min: number(min), max: number(max) }),
        }))}
        value={product.id}
      />
      <AmountInput
        after={<TextButton disabled={false} onPress={() => setTyped(mostOf(product, standing.data))} text={t('max')} />}
        decimals={2}
        error={error === null ? null : t(error, { min: number(product.min), max: number(product.max) })}
        label={t('amount')}
        locale={locale}
        name="amount"
        onChange={setTyped}
        value={typed}
      />
      <Costs amount={amount} pool={standing.data?.pool ?? null} product={product} />
      {canGo ? (
        <Link className={buttonLook()} href={`/loandetails?num=${amount}&loanid=${product.id}`}>
          {t('borrow')}
        </Link>
      ) : (
        <Button aria-disabled="true" disabled>
          {t('borrow')}
        </Button>
      )}
    </Card>
  );
}

type Standing = { limit: string; owed: string; pool: string; isVerified: boolean };

function judge(amount: string, product: LoanProduct, { limit, owed, isVerified }: Standing): 'outOfRange' | 'overLimit' | null {
  if (compareDecimals(amount, product.min) < 0 || compareDecimals(amount, product.max) > 0) return 'outOfRange';
  const isOver = compareDecimals(amount, subtractDecimals(limit, owed)) > 0;
  return isVerified && isOver ? 'overLimit' : null;
}

/** The most that may be borrowed of a product: what the limit leaves, up to the product's own. */
function mostOf(product: LoanProduct, standing: Standing | undefined): string {
  if (standing === undefined) return product.max;
  const left = subtractDecimals(standing.limit, standing.owed);
  return compareDecimals(left, product.max) < 0 && compareDecimals(left, '0') > 0 ? left : product.max;
}

/** What it costs, and whose money it is. */
function Costs({ amount, product, pool }: { amount: string; product: LoanProduct; pool: string | null }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const costs = showCosts({ ...product, amount: amount === '' ? product.min : amount });
  if (costs === null) return null;
  // Shown with two decimals, never less than what is charged.
  const money = (text: string) => `${formatExact(roundToStep(text, '0.01', 'up'), locale)} USDT`;
  const percent = (text: string) => writePercent(text, locale);
  return (
    <Receipt>
      <ReceiptRow label={t('dailyRate')} value={percent(product.rate)} />
      <ReceiptRow label={t('yearly')} value={percent(costs.yearlyRate)} />
      <ReceiptRow label={t('annual')} value={percent(String(costs.annualRate))} />
      <ReceiptRow label={t('interest')} value={money(costs.interest)} />
      <ReceiptRow label={t('comesFrom')} value={t('pool')} />
      {pool === null ? null : (
        <ReceiptRow label={t('poolLeft')} value={`${formatAmount(pool, { locale, decimalsMin: 0, decimalsMax: 0 })} USDT`} />
      )}
      <ReceiptRow isSum label={t('total')} value={money(costs.total)} />
    </Receipt>
  );
}
