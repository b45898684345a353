'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { WriteNotice } from '@/components/layout/write-notice';
import { Amount } from '@/components/money/amount';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatTime } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-button';
import * as api from '@/lib/api/withdrawals';
import type { Withdrawal } from '@/lib/dto/withdrawals';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { CANCELLABLE_STATES } from '@/lib/rules/withdrawals';
import { WithdrawalTimeline } from './withdrawal-timeline';

/** While one is under way the list is read again this often: blocks are no event of the account. */
const LOOK_MS = 3_000;
const DECIMALS_MAX = 18;

/** What was asked for, and where it is. */
export function WithdrawalList() {
  const t = useTranslations('Withdrawals');
  const query = useRead(api.withdrawals, {});
  const { refetch } = query;
  const isOpen = query.data?.withdrawals.some(({ until }) => until !== null) ?? false;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void refetch(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isOpen, refetch]);
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{t('list')}</h2>
      <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
        {({ withdrawals }) =>
          withdrawals.length === 0 ? (
            <EmptyState icon="wallet" text={t('emptyText')} title={t('empty')} />
          ) : (
            <ul>
              {withdrawals.map((withdrawal) => (
                <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const [isLong, setLong] = useState(false);
  const { id, coin, network, address, amount, state, until, delay, reason } = withdrawal;
  const cancel = useWrite(api.withdrawalCancel, { of: id });
  const label = t('cancel');
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-b py-4 last:border-0">
      <div className="flex items-center gap-2.5">
        <CoinBadge coin={coin} size="small" />
        <Amount className="font-strong" decimalsMax={DECIMALS_MAX} decimalsMin={0} locale={locale} unit={coin} value={amount} />
        <span className="ms-auto text-ink-2 text-small">{network}</span>
      </div>
      <p className="text-small">
        <b className="font-strong">{t(`steps.${state}`)}</b>
        {state === 'confirming' ? (
          <span className="text-ink-2">
            {' · '}
            {t('confirmations', { count: withdrawal.confirmations, needed: withdrawal.confirmationsNeeded })}
          </span>
        ) : null}
        {until === null || delay !== null ? null : (
          <span className="text-ink-2" suppressHydrationWarning>
            {' · '}
            {t(state === 'waiting' ? 'untilWaiting' : 'until', { time: formatTime(until, { locale, style: 'full' }) })}
          </span>
        )}
      </p>
      {delay === null ? null : <Notice tone="warn">{t(`delays.${delay}`)}</Notice>}
      {reason === null ? null : <p className="text-ink-2 text-small">{t('reason', { reason })}</p>}
      <p className="text-ink-2 text-small">
        {t('to')} <bdi title={address}>{`${address.slice(0, 6)}…${address.slice(-6)}`}</bdi>
      </p>
      <Transaction withdrawal={withdrawal} />
      {isLong ? (
        <WithdrawalTimeline id={id} state={state} />
      ) : (
        <TextButton disabled={false} onPress={() => setLong(true)} text={t('more')} />
      )}
      {CANCELLABLE_STATES.includes(state) ? (
        <Button isBusy={cancel.isBusy} onClick={() => cancel.send({ id }, label)} size="small" variant="ghost">
          {label}
        </Button>
      ) : null}
      <WriteNotice write={cancel} />
    </li>
  );
}

function Transaction({ withdrawal: { txid, explorerUrl } }: { withdrawal: Withdrawal }) {
  const t = useTranslations('Withdrawals');
  const common = useTranslations('Common');
  if (txid === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-small">
      <span className="text-ink-2">
        {t('transaction')} <bdi title={txid}>{`${txid.slice(0, 8)}…${txid.slice(-6)}`}</bdi>
      </span>
      <CopyButton copiedLabel={common('copied')} failedLabel={common('copyFailed')} label={common('copy')} text={txid} />
      {explorerUrl === null ? null : (
        <a className="flex min-h-11 items-center text-accent" href={explorerUrl} rel="noreferrer" target="_blank">
          {t('explorer')}
        </a>
      )}
    </div>
  );
}
