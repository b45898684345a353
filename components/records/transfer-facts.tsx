'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatExact } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import * as depositsApi from '@/lib/api/deposits';
import * as wiresApi from '@/lib/api/wires';
import * as withdrawalsApi from '@/lib/api/withdrawals';
import type { Deposit } from '@/lib/dto/deposits';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';

/** What the chain shows of a deposit. */
export function DepositFacts({ id }: { id: string }) {
  const t = useTranslations('Records.facts');
  const locale = useLocale();
  const { data } = useRead(depositsApi.deposits, { id });
  const deposit = data?.deposits.find((one) => one.id === id);
  if (deposit === undefined) return null;
  const { network, coin, address, amount, credited, hash, explorerUrl } = deposit;
  return (
    <Facts network={network} address={address} hash={hash} explorerUrl={explorerUrl}>
      <DepositProof deposit={deposit} />
      <ReceiptRow label={t('arrived')} value={`${formatExact(amount, locale)}\u00a0${coin}`} />
      <ReceiptRow label={t('fee')} value={`${formatExact('0', locale)}\u00a0${coin}`} />
      {credited === null ? null : <ReceiptRow isSum label={t('credited')} value={`${formatExact(credited, locale)}\u00a0${coin}`} />}
    </Facts>
  );
}

/** What a credit stands on: two people of ours, or confirmations, unless the chain took the block back after it. */
function DepositProof({ deposit: { isByHand, state, replacedAt, confirmations, confirmationsNeeded: needed } }: { deposit: Deposit }) {
  const t = useTranslations('Records.facts');
  const words = useTranslations('Deposits');
  if (isByHand) return <ReceiptRow label={t('creditedBy')} value={t('byHand')} />;
  if (state === 'credited' && replacedAt !== null) return <ReceiptRow label={t('confirmations')} value={words('carriedText')} />;
  return <ReceiptRow label={t('confirmations')} value={t('confirmationsOf', { count: Math.min(confirmations, needed), needed })} />;
}

/** What the bank showed of a deposit by bank. */
export function WireFacts({ id }: { id: string }) {
  const t = useTranslations('Records.facts');
  const locale = useLocale();
  const { data } = useRead(wiresApi.wires, { id });
  const wire = data?.wires.find((one) => one.id === id);
  if (wire === undefined || wire.arrived === null || wire.fee === null || wire.credited === null) return null;
  const { bank, currency, coin, arrived, fee, credited, reference } = wire;
  return (
    <Card>
      <Receipt>
        <ReceiptRow label={t('bank')} value={bank.name} />
        <ReceiptRow label={t('reference')} value={<bdi>{reference}</bdi>} />
        <ReceiptRow label={t('arrived')} value={`${formatExact(arrived, locale)}\u00a0${currency}`} />
        <ReceiptRow label={t('fee')} value={`${formatExact(fee, locale)}\u00a0${coin}`} />
        <ReceiptRow isSum label={t('credited')} value={`${formatExact(credited, locale)}\u00a0${coin}`} />
      </Receipt>
    </Card>
  );
}

/** What was sent of a withdrawal, and what the chain shows of it. */
export function WithdrawalFacts({ id }: { id: string }) {
  const t = useTranslations('Records.facts');
  const words = useTranslations('Withdrawals');
  const locale = useLocale();
  const codeText = useCodeText();
  const { data } = useRead(withdrawalsApi.withdrawal, { id });
  if (data === undefined) return null;
  const { network, coin, address, amount, fee, arrives, state, reason, confirmations, confirmationsNeeded, txid, explorerUrl } = data;
  const exact = (value: string) => `${formatExact(value, locale)}\u00a0${coin}`;
  const title = (
    <div>
      <p className="font-strong">{words(`steps.${state}`)}</p>
      {reason === null ? null : <p className="text-ink-2 text-small">{words('reason', { reason: codeText(reason) })}</p>}
    </div>
  );
  if (state === 'cancelled' || state === 'refused') {
    // Nothing was sent and nothing was charged: what would have arrived is no fact.
    return (
      <Facts network={network} address={address} hash={txid} explorerUrl={explorerUrl} title={title}>
        <ReceiptRow isSum label={t('amount')} value={exact(amount)} />
      </Facts>
    );
  }
  return (
    <Facts network={network} address={address} hash={txid} explorerUrl={explorerUrl} title={title}>
      {txid === null ? null : (
        <ReceiptRow label={t('confirmations')} value={t('confirmationsOf', { count: confirmations, needed: confirmationsNeeded })} />
      )}
      <ReceiptRow label={t('amount')} value={exact(amount)} />
      <ReceiptRow label={t('fee')} value={exact(fee)} />
      <ReceiptRow isSum label={t('arrives')} value={exact(arrives)} />
    </Facts>
  );
}

type Props = { network: string; address: string; hash: string | null; explorerUrl: string | null; title?: ReactNode; children: ReactNode };

function Facts({ network, address, hash, explorerUrl, title, children }: Props) {
  const t = useTranslations('Records.facts');
  const common = useTranslations('Common');
  return (
    <Card className="grid grid-cols-1 gap-3">
      {title}
      <Receipt>
        <ReceiptRow label={t('network')} value={network} />
        <ReceiptRow label={t('address')} value={<bdi className="block text-balance break-all">{address}</bdi>} />
        {hash === null ? null : <ReceiptRow label={t('transaction')} value={<bdi className="block text-balance break-all">{hash}</bdi>} />}
        {children}
      </Receipt>
      {hash === null ? null : (
        <div className="flex flex-wrap items-center gap-x-5 text-small">
          <CopyButton copiedLabel={common('copied')} failedLabel={common('copyFailed')} label={t('copy')} text={hash} />
          {explorerUrl === null ? null : (
            <a className="flex min-h-11 items-center text-accent" href={explorerUrl} rel="noreferrer" target="_blank">
              {t('explorer')}
            </a>
          )}
        </div>
      )}
    </Card>
  );
}
