'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { postJson } from '@/lib/query/api-client';
import { queryKeys } from '@/lib/query/keys';
import { useErrorText } from '@/lib/query/use-error-text';
import { useIntent } from '@/lib/query/use-intent';

/** What the faucet of the sandbox gives. */
const FAUCET_ASSET = 'USDT';

/** Test money: the faucet on the real account of a sandbox, the top-up on the demo account. A retry can't pay twice. */
export function CreditButton({ kind }: { kind: 'faucet' | 'top-up' }) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const errorText = useErrorText();
  const client = useQueryClient();
  const intent = useIntent();
  const credit = useMutation({
    mutationFn: () => {
      const requestId = intent.requestIdFor(kind);
      return kind === 'faucet'
        ? postJson<{ asset: string; amount: string }>('/api/faucet', { asset: FAUCET_ASSET, requestId })
        : postJson<{ asset: string; amount: string }>('/api/demo-top-up', { requestId });
    },
    onSettled: (_answer, error) => {
      intent.settle(error ?? undefined);
      for (const queryKey of [queryKeys.balances(), queryKeys.home(), queryKeys.recordsAll()]) void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <Button isBusy={credit.isPending} onClick={() => !credit.isPending && credit.mutate()}>
        {t(kind === 'faucet' ? 'faucet' : 'topUp')}
      </Button>
      {credit.data === undefined ? null : (
        <Notice isAlert>{t('credited', { amount: formatAmount(credit.data.amount, { locale }), asset: credit.data.asset })}</Notice>
      )}
      {credit.error === null ? null : (
        <Notice isAlert tone="warn">
          {errorText(credit.error)}
        </Notice>
      )}
    </div>
  );
}
