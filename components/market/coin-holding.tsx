'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AccountBadge } from '@/components/layout/account-badge';
import { formatAmount, formatExact } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Skeleton } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as accountApi from '@/lib/api/account';
import * as holdingsApi from '@/lib/api/holdings';
import type { Holding } from '@/lib/dto/holdings';
import type { Market } from '@/lib/dto/market';
import { useRead } from '@/lib/query/use-read';
import { compareDecimals, multiplyDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { averageCost } from './average-cost';
import { useLiveTicker } from './use-live-market';

const isAbove = (value: string) => compareDecimals(value, '0') > 0;

/** What one holds of a coin on the account in use, what it cost, and what it would bring at the price of now. */
export function CoinHolding({ market, decimals, hasCost }: { market: Market; decimals: number; hasCost: boolean }) {
  const t = useTranslations('CoinInfo');
  const locale = useLocale();
  const balances = useRead(accountApi.balances, {}).data?.balances;
  const holdings = useRead(holdingsApi.holdings, {}, { enabled: hasCost }).data?.holdings;
  const { price } = useLiveTicker(market);
  const coin = market.base;
  const balance = balances?.find(({ asset }) => asset === coin)?.total ?? '0';
  const holding = holdings?.find(({ asset }) => asset === coin);
  return (
    <section className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-title">{t('holding')}</h2>
        <AccountBadge />
      </div>
      {balances === undefined ? (
        <Skeleton className="h-24 rounded-card" />
      ) : !isAbove(balance) && holding === undefined ? (
        <p className="text-ink-2 text-small">{t('none', { coin })}</p>
      ) : (
        <div aria-live="off">
          <p className="two-ends items-baseline pb-2">
            <b className="text-[length:min(1.25rem,9vw)] leading-tight">{`${formatExact(balance, locale)}\u00a0${coin}`}</b>
            <span>{`${formatAmount(multiplyDecimals(balance, price), { locale })}\u00a0${market.quote}`}</span>
          </p>
          {holding === undefined ? null : <Cost balance={balance} decimals={decimals} holding={holding} market={market} price={price} />}
        </div>
      )}
      <Link
        className="inline-flex min-h-11 items-center font-strong text-accent text-small"
        href={`/walletDetails?coin=${coin}`}
        prefetch={false}
      >
        {t('wallet')}
      </Link>
    </section>
  );
}

type CostProps = { holding: Holding; balance: string; price: string; market: Market; decimals: number };

/** Coins may have left the account since they were bought: cost is then that of the part that is still here. */
function Cost({ holding, balance, price, market, decimals }: CostProps) {
  const t = useTranslations('CoinInfo');
  const locale = useLocale();
  const { base: coin, quote } = market;
  const average = averageCost(holding);
  const known = compareDecimals(holding.quantity, balance) < 0 ? holding.quantity : balance;
  const cost = average === null ? '0' : multiplyDecimals(average, known);
  const profit = subtractDecimals(multiplyDecimals(known, price), cost);
  const money = (value: string, sign?: 'always') => `${formatAmount(value, { locale, sign })}\u00a0${quote}`;
  const tone = (value: string) => (value.startsWith('-') ? 'text-down' : isAbove(value) ? 'text-up' : '');
  return (
    <Receipt>
      {average === null || !isAbove(known) ? null : (
        <>
          <ReceiptRow label={t('averageCost')} value={`${formatAmount(average, { locale, decimalsMax: decimals })}\u00a0${quote}`} />
          <ReceiptRow
            label={compareDecimals(known, balance) === 0 ? t('cost') : t('costOf', { quantity: formatExact(known, locale), coin })}
            value={money(cost)}
          />
          <ReceiptRow isSum label={t('profit')} value={<span className={tone(profit)}>{money(profit, 'always')}</span>} />
        </>
      )}
      <ReceiptRow label={t('realised')} value={<span className={tone(holding.realised)}>{money(holding.realised, 'always')}</span>} />
    </Receipt>
  );
}
