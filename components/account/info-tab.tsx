'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { formatDuration } from '@/components/money/duration';
import { formatExact, formatPercent } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as accountApi from '@/lib/api/account';
import { brand } from '@/lib/brand';
import type { AccountTerms } from '@/lib/dto/account-terms';
import { useRead } from '@/lib/query/use-read';

/** Six lines about money in and out, with the figures that are charged. */
export function InfoTab() {
  const t = useTranslations('AccountHub.info');
  const common = useTranslations('Common');
  const query = useRead(accountApi.accountTerms, {});
  return (
    <Card>
      <LoadState query={query} skeleton={<SkeletonRows count={6} label={common('loading')} />}>
        {(terms) => <Lines terms={terms} notOffered={t('notOffered')} />}
      </LoadState>
    </Card>
  );
}

function Lines({ terms: { deposits, withdrawals }, notOffered }: { terms: AccountTerms; notOffered: string }) {
  const t = useTranslations('AccountHub.info');
  const locale = useLocale();
  const exact = (value: string) => formatExact(value, locale);
  const time = (seconds: number) => formatDuration(seconds, locale);
  const listed = (lines: readonly string[]): ReactNode => (lines.length === 0 ? notOffered : <ValueLines lines={lines} />);
  const times = [
    ...unique((deposits ?? []).map(({ network, secondsExpected }) => `${network} · ${t('depositTime', { time: time(secondsExpected) })}`)),
    ...unique(
      (withdrawals ?? []).flatMap(({ newAddressSeconds, reviewSecondsMax }) => [
        t('newAddress', { time: time(newAddressSeconds) }),
        t('review', { time: time(reviewSecondsMax) }),
      ]),
    ),
  ];
  return (
    <Receipt className="gap-3">
      <ReceiptRow
        label={t('minDeposit')}
        value={listed((deposits ?? []).map(({ network, asset, amountMin }) => `${network} · ${exact(amountMin)} ${asset}`))}
      />
      <ReceiptRow
        label={t('confirmations')}
        value={listed(
          unique(
            [...(deposits ?? []), ...(withdrawals ?? [])].map((row) => `${row.network} · ${t('blocks', { count: row.confirmations })}`),
          ),
        )}
      />
      <ReceiptRow
        label={t('fee')}
        value={listed(unique((withdrawals ?? []).map(({ feeRate }) => t('feeOf', { rate: formatPercent(feeRate, { locale }) }))))}
      />
      <ReceiptRow
        label={t('limits')}
        value={listed(
          (withdrawals ?? []).flatMap(({ network, asset, amountMin, amountMax, dayMax }) => [
            `${network} · ${t('range', { min: exact(amountMin), max: exact(amountMax), asset })}`,
            ...(dayMax === null ? [] : [t('dayMax', { amount: exact(dayMax), asset })]),
          ]),
        )}
      />
      <ReceiptRow label={t('times')} value={listed(times)} />
      <ReceiptRow
        label={t('support')}
        value={
          <a className="break-all text-accent" href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
        }
      />
    </Receipt>
  );
}

function ValueLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span className="block" key={line} suppressHydrationWarning>
      {line}
    </span>
  ));
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
