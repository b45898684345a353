'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatAmount } from '@/components/money/format';
import { useCoinName } from '@/components/money/use-coin-name';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Link } from '../ui/link';
import * as marketApi from '@/lib/api/market';
import type { Market } from '@/lib/dto/market';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { COIN_FACTS, type CoinFacts, isKnownCoin, type KnownCoin } from './coin-facts';
import { CoinHolding } from './coin-holding';
import { PriceHeader } from './price-header';

type Props = { market: Market; decimals: number; features: readonly string[]; chart: ReactNode };

/** A coin: its price, what one holds of it and what that cost, its markets, and what it is. */
export function CoinInfoScreen({ market, decimals, features, chart }: Props) {
  const t = useTranslations('Market');
  useAccountEvents();
  const listed = useRead(marketApi.markets, {}).data?.markets.find(({ symbol }) => symbol === market.symbol) ?? market;
  const coin = market.base;
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-8">
      <div className="grid min-w-0 grid-cols-1 content-start gap-3">
        <PriceHeader decimals={decimals} market={listed} />
        {chart}
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <div className="side-by-side gap-2.5">
          <Link className={buttonClass({ variant: 'buy' })} href={`/spotorder?coin=${coin}&side=buy`}>
            {t('buy', { coin })}
          </Link>
          <Link className={buttonClass({ variant: 'sell' })} href={`/spotorder?coin=${coin}&side=sell`}>
            {t('sell', { coin })}
          </Link>
        </div>
        <CoinHolding decimals={decimals} hasCost={features.includes('holdings')} market={listed} />
        <CoinMarkets coin={coin} features={features} quote={market.quote} />
        {isKnownCoin(coin) ? <About coin={coin} /> : null}
      </div>
    </div>
  );
}

function CoinMarkets({ coin, quote, features }: { coin: string; quote: string; features: readonly string[] }) {
  const t = useTranslations('Market');
  const info = useTranslations('CoinInfo');
  const links = [
    { key: 'spot', href: `/marketInfo?coin=${coin}&type=spot`, isOffered: features.includes('spot') },
    { key: 'perpetual', href: `/marketInfo?coin=${coin}&type=perpetual`, isOffered: features.includes('perpetual') },
    { key: 'seconds', href: `/optionOrder?coin=${coin}`, isOffered: features.includes('option') },
  ] as const;
  return (
    <section>
      <h2 className="text-title">{info('markets')}</h2>
      <ul>
        {links
          .filter(({ isOffered }) => isOffered)
          .map(({ key, href }) => (
            <li className="border-line border-b" key={key}>
              <Link className="flex min-h-12 items-center justify-between gap-3" href={href} prefetch={false}>
                <span>
                  {t(key)} <span className="text-ink-3 text-small">{`${coin}/${quote}`}</span>
                </span>
                <span className="-rotate-90 text-ink-3">
                  <Icon name="down" size={14} />
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Three sentences and the facts that they follow from. */
function About({ coin }: { coin: KnownCoin }) {
  const t = useTranslations('CoinInfo');
  const locale = useLocale();
  const name = useCoinName()(coin) ?? coin;
  const { launched, security, supply }: CoinFacts = COIN_FACTS[coin];
  // Chinese and Japanese sentences follow each other without a space.
  const isSpaced = !/^(zh|ja)/.test(locale);
  const max = 'max' in supply ? formatAmount(supply.max, { locale, decimalsMax: 0 }) : '';
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-title">{t('about', { name })}</h2>
      <p className="text-ink-2">
        {[t(`what.${coin}`), t(`how.${security}`), t(`supply.${supply.kind}`, { coin, max })].join(isSpaced ? ' ' : '')}
      </p>
      <Receipt className="plain">
        <ReceiptRow label={t('launched')} value={String(launched)} />
        <ReceiptRow
          label={t('maxSupply')}
          value={supply.kind === 'open' || supply.kind === 'voted' ? t(`limits.${supply.kind}`) : `${max} ${coin}`}
        />
        <ReceiptRow label={t('security')} value={t(`secured.${security}`)} />
      </Receipt>
    </section>
  );
}
