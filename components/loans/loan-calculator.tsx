'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/loans';
import type { LoanProduct } from '@/lib/dto/loans';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';
import { roundToStep } from '@/lib/rules/decimal';
import { LOAN_DAY_MS } from '@/lib/rules/loans';
import { writePercent } from '@/lib/rules/percent';
import { LoadState } from '../layout/load-state';
import { AmountInput } from '../money/amount-input';
import { formatDuration } from '../money/duration';
import { formatAmount, formatExact } from '../money/format';
import { finishAmount } from '../money/parse-amount';
import { buttonClass } from '../ui/button';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { SubmitButton } from '../ui/submit-button';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { SelectField } from '../ui/select-field';
import { TextButton } from '../ui/text-button';
import { DEFAULT_PRODUCTS } from './default-products';
import { findLoanProblem, findMostLoan } from './find-problem';
import { showCosts } from './loan-costs';
import { PeopleDecide } from './people-decide';

/** Asks how much for how long, says what it costs, and leads to the agreement. */
export function LoanCalculator() {
  const t = useTranslations('Loans');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const codeText = useCodeText();
  const { data } = useRead(api.loanProducts, {});
  const standing = useRead(api.loanStanding, {});
  const products = data?.products ?? DEFAULT_PRODUCTS;
  const [productId, setProductId] = useState('2');
  const [typed, setTyped] = useState('');
  const product = products.find(({ id }) => id === productId) ?? products[0];
  if (product === undefined) return null;
  const amount = finishAmount(typed) ?? '';
  const problem = amount === '' || standing.data === undefined ? null : findLoanProblem(product, amount, standing.data);
  const number = (text: string) => formatExact(text, locale);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <SelectField
        label={t('term')}
        onChange={setProductId}
        options={products.map(({ id, days, min, max, dayMs }) => ({
          value: id,
          label: t(dayMs === LOAN_DAY_MS ? 'termOption' : 'sandboxTerm', {
            days,
            min: number(min),
            max: number(max),
            length: formatDuration(dayMs / 1_000, locale),
          }),
        }))}
        value={product.id}
      />
      <AmountInput
        after={<TextButton disabled={false} onPress={() => setTyped(findMostLoan(product, standing.data))} text={t('max')} />}
        decimals={2}
        error={problem === null ? null : codeText(problem.code, problem.params)}
        label={t('amount')}
        locale={locale}
        name="amount"
        onChange={setTyped}
        // What it costs is said of this amount until another one is typed.
        placeholder={number(product.min)}
        value={typed}
      />
      <Costs amount={amount} pool={standing.data?.pool ?? null} product={product} />
      <LoadState query={standing} skeleton={<SubmitButton why={why(amount === '' ? 'amount' : 'loading')}>{t('borrow')}</SubmitButton>}>
        {(known) =>
          known.isVerified && amount !== '' && problem === null ? (
            <>
              <PeopleDecide amount={amount} standing={known} />
              <Link className={buttonClass()} href={`/loandetails?num=${amount}&loanid=${product.id}`}>
                {t('borrow')}
              </Link>
            </>
          ) : (
            <SubmitButton why={known.isVerified ? why(amount === '' ? 'amount' : 'marked') : t('verifyText')}>{t('borrow')}</SubmitButton>
          )
        }
      </LoadState>
    </Card>
  );
}

/** What it costs, and whose money it is. */
function Costs({ amount, product, pool }: { amount: string; product: LoanProduct; pool: string | null }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const costs = showCosts({ ...product, amount: amount === '' ? product.min : amount });
  if (costs === null) return null;
  // Shown with two decimals, never less than what is charged.
  const money = (text: string) => `${formatExact(roundToStep(text, '0.01', 'up'), locale)}\u00a0USDT`;
  const percent = (text: string) => writePercent(text, locale);
  return (
    <Receipt>
      <ReceiptRow label={t('dailyRate')} value={percent(product.rate)} />
      <ReceiptRow label={t('yearly')} value={percent(costs.yearlyRate)} />
      <ReceiptRow label={t('annual')} value={percent(String(costs.annualRate))} />
      <ReceiptRow label={t('interest')} value={money(costs.interest)} />
      <ReceiptRow label={t('comesFrom')} value={t('pool')} />
      {pool === null ? null : (
        <ReceiptRow label={t('poolLeft')} value={`${formatAmount(pool, { locale, decimalsMin: 0, decimalsMax: 0 })}\u00a0USDT`} />
      )}
      <ReceiptRow isSum label={t('total')} value={money(costs.total)} />
    </Receipt>
  );
}
