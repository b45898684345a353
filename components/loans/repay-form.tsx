'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import * as accountApi from '@/lib/api/account';
import * as api from '@/lib/api/loans';
import type { Loan } from '@/lib/dto/loans';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { compareDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { withdrawalEndsAt } from '@/lib/rules/loans';
import { WriteNotice } from '../layout/write-notice';
import { AmountInput } from '../money/amount-input';
import { BeforeAfter } from '../money/before-after';
import { formatExact } from '../money/format';
import { finishAmount } from '../money/parse-amount';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { Chips } from '../ui/segmented-control';
import type { ShownDebt } from './show-debt';

type Way = 'all' | 'part' | 'withdraw';

/** Pays back all, a part, or within 14 days the amount alone; says what will be left before. */
export function RepayForm({ loan, debt, now }: { loan: Loan; debt: ShownDebt; now: number }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const [way, setWay] = useState<Way>('all');
  const [typed, setTyped] = useState('');
  const repay = useWrite(api.loanRepay, { of: loan.id, onDone: () => setTyped('') });
  const { data } = useRead(accountApi.balances, {});
  const available = data?.balances.find(({ asset }) => asset === 'USDT')?.available ?? null;
  const canWithdraw = loan.paidOutAt !== null && now <= withdrawalEndsAt({ paidOutAt: Date.parse(loan.paidOutAt), dayMs: loan.dayMs });
  const ways: Way[] = canWithdraw ? ['all', 'part', 'withdraw'] : ['all', 'part'];
  const paid = way === 'all' ? debt.total : way === 'withdraw' ? debt.principal : (finishAmount(typed) ?? '');
  const left = way === 'part' && paid !== '' ? subtractDecimals(debt.principal, paid) : way === 'part' ? debt.principal : '0';
  const rest = available === null || paid === '' ? null : subtractDecimals(available, paid);
  const number = (text: string | null) => (text === null ? null : formatExact(text, locale));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    repay.send({ id: loan.id, isWithdrawal: way === 'withdraw', ...(way === 'part' && { amount: paid }) }, t('repay'));
  };
  const isShort = rest !== null && compareDecimals(rest, '0') < 0;
  return (
    <Card>
      <h2 className="pb-2 font-strong">{t('repay')}</h2>
      <form className="grid grid-cols-1 gap-3.5" method="post" onSubmit={submit}>
        <Chips label={t('repay')} onChange={setWay} options={ways.map((value) => ({ value, label: t(`ways.${value}`) }))} value={way} />
        <p className="text-ink-2 text-small">{t(`wayTexts.${way}`)}</p>
        {way === 'part' ? (
          <AmountInput
            decimals={8}
            disabled={repay.isLocked}
            label={t('part')}
            locale={locale}
            name="part"
            onChange={setTyped}
            value={typed}
          />
        ) : null}
        <Receipt>
          <ReceiptRow label={t('paying')} value={paid === '' ? '–' : `${number(paid)} USDT`} />
          <ReceiptRow label={t('left')} value={<BeforeAfter after={number(left)} before={number(debt.principal)} unit="USDT" />} />
          <ReceiptRow label={t('available')} value={<BeforeAfter after={number(rest)} before={number(available)} unit="USDT" />} />
        </Receipt>
        {isShort ? <p className="text-down text-small">{t('short')}</p> : null}
        <WriteNotice write={repay} />
        <Button disabled={paid === ''} isBusy={repay.isBusy} type="submit">
          {t('repay')}
        </Button>
      </form>
    </Card>
  );
}
