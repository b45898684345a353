'use client';
import { useLocale, useTranslations } from 'next-intl';
import { WriteNotice } from '@/components/layout/write-notice';
import { formatAmount } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useWrite } from '@/lib/query/use-write';
import * as accountApi from '@/lib/api/account';

/** What the faucet of the sandbox gives. */
const FAUCET_ASSET = 'USDT';

/** Test money: the faucet on the real account of a sandbox, the top-up on the demo account. A retry can't pay twice. `isMain` on an account without money. */
export function CreditButton({ kind, isMain }: { kind: 'faucet' | 'top-up'; isMain: boolean }) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const again = useTranslations('Write')('sendAgain');
  const faucet = useWrite(accountApi.faucet, { lateAt: '/wallet' });
  const topUp = useWrite(accountApi.demoTopUp, { lateAt: '/wallet' });
  const credit = kind === 'faucet' ? faucet : topUp;
  const label = t(kind === 'faucet' ? 'faucet' : 'topUp');
  const send = () => (kind === 'faucet' ? faucet.send({ asset: FAUCET_ASSET }, label) : topUp.send({}, label));
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <Button isBusy={credit.isBusy} onClick={send} variant={isMain ? 'action' : 'ghost'}>
        {credit.step === 'unknown' ? again : label}
      </Button>
      {credit.answer === null ? null : (
        <Notice isAlert>{t('credited', { amount: formatAmount(credit.answer.amount, { locale }), asset: credit.answer.asset })}</Notice>
      )}
      <WriteNotice write={credit} />
    </div>
  );
}
