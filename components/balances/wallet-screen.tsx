'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { Amount } from '@/components/money/amount';
import { useCoinName } from '@/components/money/use-coin-name';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import type { Balance } from '@/lib/dto/balances';
import type { Mode } from '@/lib/protocol/wire';
import { compareDecimals } from '@/lib/rules/decimal';
import { useAccountEvents, useTickers } from '@/lib/stream/hooks';
import * as accountApi from '@/lib/api/account';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { Allowances } from './allowances';
import { chooseCoins } from './choose-coins';
import { CoinRow } from './coin-row';
import { CreditButton } from './credit-button';
import { MoneyLinks } from './money-links';

const SEARCH_MAX = 40;

type Props = { mode: Mode; credits: 'faucet' | 'top-up' | null };

/** All coins of the account in use, with their value, and the ways in, out and across. `credits` is the kind of test money on offer here. */
export function WalletScreen({ mode, credits }: Props) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const { features } = useMember();
  useAccountEvents();
  const query = useRead(accountApi.balances, {});
  return (
    <LoadState query={query} skeleton={<WalletSkeleton label={t('loading')} />}>
      {({ balances, totalUsdt }) => (
        <div className="pair">
          <div className="grid grid-cols-1 gap-5">
            <div>
              <p className="text-ink-2 text-small">{t(mode === 'demo' ? 'totalDemo' : 'totalReal')}</p>
              <Amount locale={locale} size="display" unit="USDT" value={totalUsdt} />
            </div>
            <MoneyLinks />
            {credits === null ? null : <CreditButton isMain={compareDecimals(totalUsdt, '0') === 0} kind={credits} />}
          </div>
          <Coins balances={balances} mode={mode} totalUsdt={totalUsdt} />
          {mode === 'real' && features.includes('allowances') ? <Allowances /> : null}
        </div>
      )}
    </LoadState>
  );
}

/** Coins that are owned; a search looks among all. */
function Coins({ balances, totalUsdt, mode }: { balances: readonly Balance[]; totalUsdt: string; mode: Mode }) {
  const t = useTranslations('Wallet');
  const nameOf = useCoinName();
  const [hidesSmall, setHidesSmall] = useState(false);
  const [search, setSearch] = useState('');
  const owned = balances.filter(({ total }) => compareDecimals(total, '0') > 0);
  const shown = chooseCoins(balances, { search, hidesSmall, nameOf });
  return (
    <section className="grid grid-cols-1 gap-2">
      <div className={owned.length === 0 ? '' : 'two-ends items-center'}>
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
      {owned.length === 0 ? null : (
        <Field
          after={<Icon name="search" size={20} />}
          autoComplete="off"
          enterKeyHint="search"
          label={t('search')}
          maxLength={SEARCH_MAX}
          onChange={(event) => setSearch(event.target.value)}
          type="search"
          value={search}
        />
      )}
      <CoinList balances={shown} isAllHidden={owned.length > 0} isSearch={search.trim() !== ''} mode={mode} totalUsdt={totalUsdt} />
    </section>
  );
}

type ListProps = { balances: readonly Balance[]; totalUsdt: string; isAllHidden: boolean; isSearch: boolean; mode: Mode };

function CoinList({ balances, totalUsdt, isAllHidden, isSearch, mode }: ListProps) {
  const t = useTranslations('Wallet');
  const { features } = useMember();
  const tickers = useTickers();
  const markets = useRead(marketApi.markets, {});
  const changeOf = (asset: string) => {
    const symbol = `${asset}-USDT`;
    return tickers?.get(symbol)?.changeRate ?? markets.data?.markets.find((market) => market.symbol === symbol)?.changeRate ?? null;
  };
  if (balances.length === 0) {
    return isSearch ? (
      <EmptyState icon="search" title={t('nothingFound')} />
    ) : (
      <EmptyState
        icon="wallet"
        text={isAllHidden ? t('allSmallText') : t(mode === 'demo' ? 'emptyDemoText' : 'emptyRealText')}
        title={isAllHidden ? t('allSmall') : t('empty')}
      />
    );
  }
  return (
    <>
      <ul>
        {balances.map((balance) => (
          <CoinRow balance={balance} changeRate={changeOf(balance.asset)} key={balance.asset} totalUsdt={totalUsdt} />
        ))}
      </ul>
      {features.includes('convert') ? (
        <Link className={buttonClass({ variant: 'quiet', size: 'small' })} href="/convert" prefetch={false}>
          {t('convertSmall')}
        </Link>
      ) : null}
    </>
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
