'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Amount } from '@/components/money/amount';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import type { Balance } from '@/lib/dto/balances';
import type { Mode } from '@/lib/protocol/wire';
import { compareDecimals } from '@/lib/rules/decimal';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as accountApi from '@/lib/api/account';
import { useRead } from '@/lib/query/use-read';
import { CoinRow } from './coin-row';
import { CreditButton } from './credit-button';

/** A balance worth less than this in USDT counts as small. */
const SMALL_USDT = '1';

type Props = { mode: Mode; credits: 'faucet' | 'top-up' | null };

/** All coins of the account in use, with their value. `credits` is the kind of test money on offer here. */
export function WalletScreen({ mode, credits }: Props) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  useAccountEvents();
  const query = useRead(accountApi.balances, {});
  const [hidesSmall, setHidesSmall] = useState(false);
  return (
    <LoadState query={query} skeleton={<WalletSkeleton label={t('loading')} />}>
      {({ balances, totalUsdt }) => {
        const owned = balances.filter((balance) => compareDecimals(balance.total, '0') > 0);
        const shown = hidesSmall ? owned.filter((balance) => compareDecimals(balance.valueUsdt, SMALL_USDT) >= 0) : owned;
        return (
          <div className="grid grid-cols-1 gap-5">
            <div>
              <p className="text-ink-2 text-small">{t(mode === 'demo' ? 'totalDemo' : 'totalReal')}</p>
              <Amount locale={locale} size="display" unit="USDT" value={totalUsdt} />
            </div>
            {credits === null ? null : <CreditButton kind={credits} />}
            <section>
              <div className="two-ends items-center">
                <h2 className="text-title">{t('coins')}</h2>
                {owned.length === 0 ? null : (
                  <label className="flex min-h-11 items-center gap-2 text-ink-2 text-small">
                    <input
                      checked={hidesSmall}
                      className="size-4.5 accent-accent"
                      onChange={(event) => setHidesSmall(event.target.checked)}
                      type="checkbox"
                    />
                    {t('hideSmall')}
                  </label>
                )}
              </div>
              <CoinList balances={shown} isAllHidden={owned.length > 0} mode={mode} />
            </section>
          </div>
        );
      }}
    </LoadState>
  );
}

function CoinList({ balances, isAllHidden, mode }: { balances: readonly Balance[]; isAllHidden: boolean; mode: Mode }) {
  const t = useTranslations('Wallet');
  if (balances.length === 0) {
    return (
      <EmptyState
        icon="wallet"
        text={isAllHidden ? t('allSmallText') : t(mode === 'demo' ? 'emptyDemoText' : 'emptyRealText')}
        title={isAllHidden ? t('allSmall') : t('empty')}
      />
    );
  }
  return (
    <ul>
      {balances.map((balance) => (
        <CoinRow balance={balance} key={balance.asset} />
      ))}
    </ul>
  );
}

function WalletSkeleton({ label }: { label: string }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-9 w-56" />
      </div>
      <SkeletonRows count={4} label={label} />
    </div>
  );
}
