'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Amount } from '@/components/money/amount';
import { CoinBadge } from '@/components/money/coin-badge';
import { LocalTime } from '@/components/money/local-time';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as depositsApi from '@/lib/api/deposits';
import type { Deposit } from '@/lib/dto/deposits';
import { useRead } from '@/lib/query/use-read';

/** Confirmations come block by block and are no event of the account: while a deposit waits for some, the list is read again this often. */
const LOOK_MS = 3_000;
const DECIMALS_MAX = 18;

/** What came in, each with its timeline. */
export function DepositList() {
  const t = useTranslations('Deposits');
  const query = useRead(depositsApi.deposits, {});
  const { refetch } = query;
  const isWaiting = query.data?.deposits.some(({ state }) => state === 'confirming') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refetch(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{t('list')}</h2>
      <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
        {({ deposits }) =>
          deposits.length === 0 ? (
            <EmptyState icon="wallet" text={t('emptyText')} title={t('empty')} />
          ) : (
            <ul>
              {deposits.map((deposit) => (
                <DepositRow deposit={deposit} key={deposit.id} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('Deposits');
  const common = useTranslations('Common');
  const locale = useLocale();
  const { amount, coin, network, hash, explorerUrl, state, expectedAt } = deposit;
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-b py-4 last:border-0">
      <div className="flex items-center gap-2.5">
        <CoinBadge coin={coin} size="small" />
        <Amount className="font-strong" decimalsMax={DECIMALS_MAX} decimalsMin={0} locale={locale} unit={coin} value={amount} />
        <span className="ms-auto text-ink-2 text-small">{network}</span>
      </div>
      <Timeline deposit={deposit} />
      {state === 'confirming' && expectedAt !== null ? (
        <p className="text-ink-2 text-small" suppressHydrationWarning>
          {t.rich('expectedAt', { time: () => <LocalTime iso={expectedAt} locale={locale} style="clock" /> })}
        </p>
      ) : null}
      {state === 'orphaned' ? <p className="text-ink-2 text-small">{t('orphanedText')}</p> : null}
      <div className="flex flex-wrap items-center gap-x-5 text-small">
        <span className="text-ink-2">
          {t('transaction')} <bdi title={hash}>{`${hash.slice(0, 8)}…${hash.slice(-6)}`}</bdi>
        </span>
        <CopyButton copiedLabel={common('copied')} failedLabel={common('copyFailed')} label={common('copy')} text={hash} />
        {explorerUrl === null ? null : (
          <a className="flex min-h-11 items-center text-accent" href={explorerUrl} rel="noreferrer" target="_blank">
            {t('explorer')}
          </a>
        )}
      </div>
    </li>
  );
}

/** Seen, confirming, credited: what is done carries its time. */
function Timeline({ deposit: { state, seenAt, creditedAt, replacedAt, confirmations, confirmationsNeeded } }: { deposit: Deposit }) {
  const t = useTranslations('Deposits');
  const shown = Math.min(confirmations, confirmationsNeeded);
  const steps = [
    { name: t('seen'), at: seenAt, isDone: true },
    state === 'orphaned'
      ? { name: t('replaced'), at: replacedAt, isDone: false }
      : {
          name: t('confirming', { count: state === 'credited' ? confirmationsNeeded : shown, needed: confirmationsNeeded }),
          at: null,
          isDone: state === 'credited',
        },
    { name: t('credited'), at: creditedAt, isDone: state === 'credited' },
  ];
  return (
    <>
      <ol className="grid grid-cols-1 gap-1.5 text-small">
        {steps.map(({ name, at, isDone }) => (
          <Step at={at} isDone={isDone} key={name} name={name} />
        ))}
      </ol>
      {state === 'confirming' ? (
        <progress
          aria-label={t('confirming', { count: shown, needed: confirmationsNeeded })}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-accent"
          max={confirmationsNeeded}
          value={shown}
        />
      ) : null}
    </>
  );
}

function Step({ name, at, isDone }: { name: string; at: string | null; isDone: boolean }) {
  const locale = useLocale();
  return (
    <li className={`flex items-center gap-2 ${isDone ? '' : 'text-ink-2'}`}>
      <span
        aria-hidden="true"
        className={`grid size-5 shrink-0 place-items-center rounded-full ${isDone ? 'bg-accent-soft text-accent' : 'bg-surface-2'}`}
      >
        {isDone ? <Icon name="check" size={12} /> : null}
      </span>
      <span className="min-w-0">{name}</span>
      {at === null ? null : (
        <span className="ms-auto text-ink-2">
          <LocalTime iso={at} locale={locale} style="clock" />
        </span>
      )}
    </li>
  );
}
