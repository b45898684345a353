'use client';
import { useLocale, useTranslations } from 'next-intl';
import { FormFooter } from '@/components/layout/form-footer';
import { formatExact, formatPercent } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type * as api from '@/lib/api/withdrawals';
import type { WithdrawalTerms } from '@/lib/dto/withdrawals';
import { useCodeText } from '@/lib/query/use-code-text';
import type { UseWrite } from '@/lib/query/use-write';
import type { WithdrawalPreview } from '@/lib/rules/withdrawals';
import { useSpelling } from './use-spelling';

const ENDS = 6;

type Props = {
  isOpen: boolean;
  onClose: () => void;
  channel: WithdrawalTerms['channels'][number];
  address: string;
  preview: WithdrawalPreview;
  withdraw: UseWrite<typeof api.withdraw>;
};

/** Shows once more what will be sent where, and sends it. */
export function WithdrawConfirm({ isOpen, onClose, channel, address, preview, withdraw }: Props) {
  const t = useTranslations('Withdrawals');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const { coin, network, feeRate } = channel;
  const write = (value: string) => `${formatExact(value, locale)}\u00a0${coin}`;
  const codeText = useCodeText();
  const spelling = useSpelling(network, address, isOpen);
  const shown = spelling?.address ?? address;
  const problem = spelling?.problem ?? null;
  const label = t('confirm', { amount: formatExact(preview.amount, locale), coin });
  return (
    <Sheet closeLabel={t('back')} isOpen={isOpen} onClose={onClose} title={t('confirmTitle')}>
      <Receipt>
        <ReceiptRow label={t('amount')} value={write(preview.amount)} />
        <ReceiptRow label={t('fee', { rate: formatPercent(feeRate, { locale }) })} value={write(preview.fee)} />
        <ReceiptRow isSum label={t('arrives')} value={write(preview.arrives)} />
      </Receipt>
      <div className="rounded-field bg-surface-2 px-4 py-3">
        <p className="text-ink-2 text-small">{t('address', { network })}</p>
        <MarkedAddress address={shown} />
      </div>
      {problem === null ? (
        <p className="text-ink-2 text-small">{t('confirmText')}</p>
      ) : (
        <Notice isAlert tone="danger">
          {codeText(problem.code, problem.params)}
        </Notice>
      )}
      <FormFooter
        label={label}
        onSend={() => withdraw.send({ channel: channel.channel, address: shown, amount: preview.amount, arrives: preview.arrives }, label)}
        why={problem !== null ? why('marked') : spelling === null ? why('loading') : null}
        write={withdraw}
      />
      <Button disabled={withdraw.isBusy} onClick={onClose} variant="ghost">
        {t('back')}
      </Button>
    </Sheet>
  );
}

/** The whole address; its first and last six characters stand out, since those are compared. */
export function MarkedAddress({ address }: { address: string }) {
  return (
    <bdi className="block select-all break-all py-1 font-mono text-ink-3">
      <b className="text-[1.15em] text-ink-1">{address.slice(0, ENDS)}</b>
      {address.slice(ENDS, -ENDS)}
      <b className="text-[1.15em] text-ink-1">{address.slice(-ENDS)}</b>
    </bdi>
  );
}
