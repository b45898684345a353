import type { Market } from '@/lib/dto/market';
import type { Locale } from '@/lib/protocol/wire';
import { publicHref } from '../layout/public-href';
import { CoinBadge } from '../money/coin-badge';
import { formatCompact, formatPrice, shownDirection } from '../money/format';
import { Percent } from '../money/percent';
import { priceDecimals } from '../money/price-decimals';
import { Sparkline } from '../money/sparkline';
import type { LandingTexts } from './landing-texts';
import { LivePrice } from './live-price';
import { LiveState } from './live-state';

type Props = { markets: readonly Market[]; locale: Locale; t: LandingTexts };

function MarketRow({ market, locale, t }: Omit<Props, 'markets'> & { market: Market }) {
  const decimals = priceDecimals(market);
  return (
    <li className="border-line border-b">
      <a
        className="flex min-h-16 flex-wrap items-center gap-x-2.5 py-1.5"
        href={publicHref(locale, `/empty_wallet_login?next=${encodeURIComponent(`/marketInfo?coin=${market.base}&type=spot`)}`)}
      >
        <CoinBadge coin={market.base} />
        <span className="min-w-[4.5rem] flex-1">
          <span className="drop-end">
            <b>{market.base}</b>
            <span className="text-ink-3">/{market.quote}</span>
          </span>
          <span className="block text-ink-3 text-micro">{t('volume', { amount: formatCompact(market.turnover, locale) })}</span>
        </span>
        <span className="max-[359px]:hidden">
          <Sparkline direction={shownDirection(market.changeRate)} points={market.sparkline} width={52} />
        </span>
        <span className="ms-auto min-w-[5.75rem] text-end">
          <LivePrice decimals={decimals} locale={locale} symbol={market.symbol}>
            <span className="font-strong">{formatPrice(market.price, { locale, decimals })}</span>
            <br />
            <Percent fraction={market.changeRate} locale={locale} />
          </LivePrice>
        </span>
      </a>
    </li>
  );
}

/**
 * The market list of the landing page: written by the server, its prices then kept alive by one event stream that opens after the page has loaded.
 * A row leads to its market, by way of signing in.
 */
export function MarketList({ markets, locale, t }: Props) {
  const [first] = markets;
  const words = { fresh: t('live'), stale: t('delayed'), dead: t('stopped'), halted: t('halted') };
  return (
    <>
      <div className="two-ends items-center">
        <h2 className="text-title">{t('markets')}</h2>
        {first ? <LiveState first={{ symbol: first.symbol, state: first.state, updatedAt: first.updatedAt }} words={words} /> : null}
      </div>
      <ul className="mt-1">
        {markets.map((market) => (
          <MarketRow key={market.symbol} locale={locale} market={market} t={t} />
        ))}
      </ul>
    </>
  );
}
