'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { AmountInput } from '@/components/money/amount-input';
import { formatAmount, formatExact } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Notice } from '@/components/ui/notice';
import { Chips } from '@/components/ui/segmented-control';
import { TextButton } from '@/components/ui/text-button';
import { Link } from '../ui/link';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingPlan } from '@/lib/dto/hosting';
import { useCodeText } from '@/lib/query/use-code-text';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { compareDecimals } from '@/lib/rules/decimal';
import { HOSTING_DECIMALS } from '@/lib/rules/hosting';
import { findMost, findProblem } from './find-problem';
import { HostedReceipt, PlanFacts } from './plan-facts';

/** Plans, an amount, and the button that hosts it. */
export function HostForm({ plans }: { plans: readonly HostingPlan[] }) {
  const [t, ts, why] = [useTranslations('Hosting'), useTranslations('Staking'), useTranslations('Write.why')];
  const locale = useLocale();
  const codeText = useCodeText();
  const showResult = useShowResult();
  const [chosen, setChosen] = useState(plans[0]?.id ?? '');
  const [typed, setTyped] = useState('');
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  const host = useWrite(hostingApi.host, {
    of: plan?.id ?? '',
    onDone: (_answer, { body }, isLate) => {
      // A late answer is about another plan's amount than the one that is typed now.
      if (!isLate) setTyped('');
      const sent = plans.find(({ id }) => id === body.plan);
      if (sent === undefined) return;
      showResult({
        title: t('done', { amount: `${formatExact(body.amount, locale)}\u00a0${body.asset}` }),
        lead: ts('names.term', { days: sent.days }),
        facts: <HostedReceipt amount={body.amount} plan={sent} />,
        href: '/record?active=6',
        more: t('yours'),
      });
    },
  });
  const available = useAvailable(plan?.asset);
  if (plan === undefined) return null;
  const amount = finishAmount(typed);
  const isTyped = amount !== null && compareDecimals(amount, '0') > 0;
  const problem = isTyped ? findProblem(plan, amount, available) : null;
  const label = t('host', { amount: isTyped ? `${formatExact(amount, locale)}\u00a0${plan.asset}` : plan.asset });
  const send = () => {
    if (isTyped && problem === null) host.send({ plan: plan.id, asset: plan.asset, amount, terms: plan.terms }, label);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <Chips
        label={t('plan')}
        onChange={(id) => {
          setChosen(id);
          host.reset();
        }}
        options={plans.map(({ id, days }) => ({ value: id, label: ts('names.term', { days }), disabled: host.isLocked }))}
        value={plan.id}
      />
      {plan.state === 'live' ? (
        <AmountInput
          after={
            <TextButton
              disabled={host.isLocked}
              label={ts('maxLabel')}
              onPress={() => setTyped(findMost(plan, available))}
              text={ts('max')}
            />
          }
          decimals={HOSTING_DECIMALS}
          disabled={host.isLocked}
          error={problem === null ? null : codeText(problem.code, problem.params)}
          hint={
            available === null
              ? undefined
              : ts('available', { amount: formatAmount(available, { locale, decimalsMax: 8 }), coin: plan.asset })
          }
          label={ts('amountIn', { coin: plan.asset })}
          locale={locale}
          onChange={setTyped}
          value={typed}
        />
      ) : (
        <Notice>{t('stopped')}</Notice>
      )}
      <PlanFacts plan={plan} />
      <Link className="flex min-h-11 items-center font-strong text-accent" href={`/hostingbook?plan=${plan.id}`}>
        {t('book')}
      </Link>
      {plan.state === 'live' ? (
        <FormFooter label={label} onSend={send} why={!isTyped ? why('amount') : problem === null ? null : why('marked')} write={host} />
      ) : null}
      <p className="text-ink-3 text-micro">{t('notGuaranteed')}</p>
    </div>
  );
}
