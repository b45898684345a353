'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import * as api from '@/lib/api/loans';
import type { Loan } from '@/lib/dto/loans';
import { useCodeText } from '@/lib/query/use-code-text';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { subtractDecimals } from '@/lib/rules/decimal';
import { writeFact } from '@/lib/rules/punctuation';
import { FormFooter } from '../layout/form-footer';
import { useShowResult } from '../layout/result';
import { useFrozen } from '../layout/use-frozen';
import { AmountInput } from '../money/amount-input';
import { BeforeAfter } from '../money/before-after';
import { formatExact } from '../money/format';
import { finishAmount } from '../money/parse-amount';
import { Card } from '../ui/card';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { Chips } from '../ui/segmented-control';
import { findRepayProblem } from './find-problem';
import { RepaidFacts } from './repaid-facts';
import { listWays, textOfWay, type Way, wayOf } from './repay-ways';
import type { ShownDebt } from './show-debt';

/** Pays back all, a part, or within 14 days the amount alone; says what will be left before. */
export function RepayForm({ loan, debt: owed, now }: { loan: Loan; debt: ShownDebt; now: number }) {
  const t = useTranslations('Loans');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const codeText = useCodeText();
  const [chosen, setChosen] = useState<Way>('all');
  const [typed, setTyped] = useState('');
  const showResult = useShowResult();
  const repay = useWrite(api.loanRepay, {
    of: loan.id,
    onDone: (_answer, { body, text }, isLate) => {
      if (!isLate) setTyped('');
      const kind = body.isWithdrawal ? 'withdrawn' : body.amount === undefined ? 'repaid' : 'repaid_part';
      showResult({
        title: t(`entries.${kind}`),
        lead: `${t('loanTitle', { id: loan.id })} · ${text}`,
        facts: <RepaidFacts id={loan.id} />,
      });
    },
  });
  const { isLocked } = repay;
  // While the outcome of a repayment is open it stands here as it was sent, with the figures of the tap.
  const debt = useFrozen(owed, isLocked);
  const available = useFrozen(useAvailable('USDT'), isLocked);
  const sent = isLocked ? repay.sent?.body : undefined;
  const offered = listWays(loan, { principal: debt.principal, now });
  const way = sent !== undefined ? wayOf(sent) : offered.includes(chosen) ? chosen : 'all';
  const ways = offered.includes(way) ? offered : [...offered, way];
  const part = sent?.amount ?? typed;
  const paid = way === 'all' ? debt.total : way === 'withdraw' ? debt.principal : (finishAmount(part) ?? '');
  const problem = paid === '' ? null : findRepayProblem(debt, paid, { isPart: way === 'part', available });
  // What can't be paid back leaves everything as it is.
  const isPayable = paid !== '' && problem === null;
  const left = way !== 'part' || paid === debt.total ? '0' : isPayable ? subtractDecimals(debt.principal, paid) : debt.principal;
  const rest = available === null || paid === '' ? null : isPayable ? subtractDecimals(available, paid) : available;
  const number = (text: string | null) => (text === null ? null : formatExact(text, locale));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    repay.send(
      { id: loan.id, isWithdrawal: way === 'withdraw', ...(way === 'part' && { amount: paid }), ...(way === 'all' && { most: paid }) },
      writeFact(t('repay'), way === 'part' ? `${number(paid)} USDT` : t(`ways.${way}`), locale),
    );
  };
  return (
    <Card>
      <h2 className="pb-2 font-strong">{t('repay')}</h2>
      <form className="grid grid-cols-1 gap-3.5" method="post" onSubmit={submit}>
        <Chips
          label={t('repay')}
          onChange={setChosen}
          options={ways.map((value) => ({ value, label: t(`ways.${value}`), disabled: isLocked }))}
          value={way}
        />
        <p className="text-ink-2 text-small">{t(`wayTexts.${textOfWay(way, loan.state)}`)}</p>
        {way === 'part' ? (
          <AmountInput
            decimals={8}
            disabled={isLocked}
            error={problem === null ? null : codeText(problem.code, problem.params)}
            label={t('part')}
            locale={locale}
            name="part"
            onChange={setTyped}
            value={part}
          />
        ) : null}
        {way === 'part' || problem === null ? null : <p className="text-down text-small">{codeText(problem.code, problem.params)}</p>}
        <Receipt>
          <ReceiptRow label={t('paying')} value={paid === '' ? '–' : `${number(paid)} USDT`} />
          <ReceiptRow label={t('left')} value={<BeforeAfter after={number(left)} before={number(debt.principal)} unit="USDT" />} />
          <ReceiptRow label={t('available')} value={<BeforeAfter after={number(rest)} before={number(available)} unit="USDT" />} />
        </Receipt>
        <FormFooter label={t('repay')} why={isPayable ? null : why(paid === '' ? 'amount' : 'marked')} write={repay} />
      </form>
    </Card>
  );
}
