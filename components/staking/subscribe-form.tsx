'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { AmountInput } from '@/components/money/amount-input';
import { formatAmount, formatExact } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Chips, CLOSE_CHIPS } from '@/components/ui/segmented-control';
import { TextButton } from '@/components/ui/text-button';
import * as stakingApi from '@/lib/api/staking';
import type { StakingTerm } from '@/lib/dto/staking';
import { useCodeText } from '@/lib/query/use-code-text';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { compareDecimals } from '@/lib/rules/decimal';
import { ExitTable } from './exit-table';
import { findMost, findProblem, previewStaking, STAKING_DECIMALS } from './preview';
import { StakedReceipt, StakingReceipt } from './staking-receipt';
import { TermFacts } from './term-facts';

/** Terms of one coin: days, amount, what it earns, and the button that stakes it. */
export function SubscribeForm({ terms }: { terms: readonly StakingTerm[] }) {
  const t = useTranslations('Staking');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const codeText = useCodeText();
  const showResult = useShowResult();
  const [chosen, setChosen] = useState(terms[0]?.id ?? '');
  const [typed, setTyped] = useState('');
  const term = terms.find(({ id }) => id === chosen) ?? terms[0];
  const subscribe = useWrite(stakingApi.subscribeStaking, {
    of: term?.id ?? '',
    onDone: (_answer, { body }, isLate) => {
      // A late answer is about another term's amount than the one that is typed now.
      if (!isLate) setTyped('');
      if (term === undefined) return;
      showResult({
        title: t('done', { amount: `${formatExact(body.amount, locale)}\u00a0${body.asset}` }),
        lead: t(`names.${term.kind}`, { days: term.days }),
        facts: <StakedReceipt amount={body.amount} rate={body.rate} term={term} />,
        href: '/record?active=5',
        more: t('records'),
      });
    },
  });
  const available = useAvailable(term?.asset);
  if (term === undefined) return null;
  const amount = finishAmount(typed);
  const isTyped = amount !== null && compareDecimals(amount, '0') > 0;
  const problem = isTyped ? findProblem(term, amount, available) : null;
  // Below or above the bounds the nearer one's figures would be shown for an amount that can't be staked.
  const preview = isTyped && !problem?.code.startsWith('STAKING_AMOUNT') ? previewStaking(term, amount) : null;
  const label = t('stake', { amount: isTyped ? `${formatExact(amount, locale)}\u00a0${term.asset}` : term.asset });
  const send = () => {
    if (preview === null || !isTyped) return;
    subscribe.send({ term: term.id, asset: term.asset, amount, rate: preview.rate, terms: term.terms }, label);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <Chips
        className={CLOSE_CHIPS}
        label={t('term')}
        onChange={(id) => {
          setChosen(id);
          subscribe.reset();
        }}
        options={terms.map((one) => ({ value: one.id, label: t(`names.${one.kind}`, { days: one.days }), disabled: subscribe.isLocked }))}
        value={term.id}
      />
      <AmountInput
        after={
          <TextButton
            disabled={subscribe.isLocked}
            label={t('maxLabel')}
            onPress={() => setTyped(findMost(term, available))}
            text={t('max')}
          />
        }
        decimals={STAKING_DECIMALS}
        disabled={subscribe.isLocked}
        error={problem === null ? null : codeText(problem.code, problem.params)}
        hint={
          available === null ? undefined : t('available', { amount: formatAmount(available, { locale, decimalsMax: 8 }), coin: term.asset })
        }
        label={t('amountIn', { coin: term.asset })}
        locale={locale}
        onChange={setTyped}
        value={typed}
      />
      {preview === null ? null : (
        <>
          <StakingReceipt preview={preview} term={term} />
          <ExitTable exits={preview.exits} term={term} />
        </>
      )}
      <TermFacts term={term} />
      <FormFooter label={label} onSend={send} why={!isTyped ? why('amount') : problem === null ? null : why('marked')} write={subscribe} />
      <p className="text-ink-3 text-micro">{t('notGuaranteed')}</p>
    </div>
  );
}
