'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatAmount, shownDirection } from '@/components/money/format';
import { Sparkline } from '@/components/money/sparkline';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import type { Balance } from '@/lib/dto/balances';
import { compareDecimals } from '@/lib/rules/decimal';
import * as accountApi from '@/lib/api/account';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';

const COINS_MAX = 4;
/** What values are shown in: of this coin, amount and value are the same figure. */
const QUOTE = 'USDT';

/** The up to four coins that are worth most, with the day of each as a small chart. */
export function Portfolio() {
  const t = useTranslations('Home');
  const query = useRead(accountApi.balances, {});
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{t('portfolio')}</h2>
      <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
        {({ balances }) => {
          const owned = balances
            .filter((balance) => compareDecimals(balance.total, '0') > 0)
            .sort((a, b) => compareDecimals(b.valueUsdt, a.valueUsdt))
            .slice(0, COINS_MAX);
          if (owned.length === 0) {
            return (
              <EmptyState
                action={
                  <Link className={buttonClass({ variant: 'ghost', size: 'small' })} href="/wallet">
                    {t('toWallet')}
                  </Link>
                }
                icon="wallet"
                text={t('emptyText')}
                title={t('empty')}
              />
            );
          }
          return (
            <ul>
              {owned.map((balance) => (
                <Holding balance={balance} key={balance.asset} />
              ))}
            </ul>
          );
        }}
      </LoadState>
    </section>
  );
}

function Holding({ balance }: { balance: Balance }) {
  const locale = useLocale();
  const market = useRead(marketApi.markets, {}).data?.markets.find((one) => one.base === balance.asset);
  return (
    <li className="border-line border-b">
      <Link className="flex min-h-16 flex-wrap items-center gap-x-3 py-2" href={`/walletDetails?coin=${balance.asset}`} prefetch={false}>
        <CoinBadge coin={balance.asset} />
        <b className="flex-1 whitespace-nowrap">{balance.asset}</b>
        {market === undefined ? null : <Sparkline direction={shownDirection(market.changeRate)} points={market.sparkline} />}
        <span className="ms-auto min-w-24 text-end" suppressHydrationWarning>
          <span className="block font-strong">
            {formatAmount(balance.valueUsdt, { locale })} {QUOTE}
          </span>
          {balance.asset === QUOTE ? null : (
            <span className="block text-ink-3 text-small">
              {formatAmount(balance.total, { locale, decimalsMax: market === undefined ? 2 : 8 })} {balance.asset}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
