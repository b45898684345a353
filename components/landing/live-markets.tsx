'use client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Market } from '@/lib/dto/market';
import type { Locale } from '@/lib/protocol/wire';
import { FEED_DEAD_MS, FEED_STALE_MS } from '@/lib/protocol/wire';
import { ageMs } from '@/lib/stream/clock-offset';
import { tickerStore, wantChannel } from '@/lib/stream/stream';
import { CoinBadge } from '../money/coin-badge';
import { formatCompact, shownDirection } from '../money/format';
import { Percent } from '../money/percent';
import { Price } from '../money/price';
import { priceDecimals } from '../money/price-decimals';
import { Sparkline } from '../money/sparkline';
import { publicHref } from '../layout/public-href';
import { FreshnessDot } from '../ui/freshness-dot';

export type MarketTexts = { heading: string; fresh: string; stale: string; dead: string; halted: string; volume: string };
/** How often the age of the list is judged. */
const LOOK_MS = 1_000;

type Props = { markets: readonly Market[]; locale: Locale; texts: MarketTexts };

function useLive(market: Market): Pick<Market, 'price' | 'changeRate' | 'state' | 'updatedAt'> {
  const subscribe = useCallback((listener: () => void) => tickerStore.subscribe(market.symbol, listener), [market.symbol]);
  return (
    useSyncExternalStore(
      subscribe,
      () => tickerStore.get(market.symbol),
      () => undefined,
    ) ?? market
  );
}

function MarketRow({ market, locale, texts }: { market: Market; locale: Locale; texts: MarketTexts }) {
  const live = useLive(market);
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
          <span className="block text-ink-3 text-micro" suppressHydrationWarning>
            {texts.volume.replace('{amount}', formatCompact(market.turnover, locale))}
          </span>
        </span>
        <span className="max-[359px]:hidden">
          <Sparkline direction={shownDirection(market.changeRate)} points={market.sparkline} width={52} />
        </span>
        <span className="ms-auto min-w-[5.75rem] text-end">
          <Price className="font-strong" decimals={priceDecimals(market)} locale={locale} value={live.price} />
          <br />
          <Percent fraction={live.changeRate} locale={locale} />
        </span>
      </a>
    </li>
  );
}

/** The market list of the landing page: written by the server, then kept alive by one event stream that opens after the page has loaded. A row leads to its market, by way of signing in. */
export function LiveMarkets({ markets, locale, texts }: Props) {
  useEffect(() => {
    let letGo: (() => void) | undefined;
    const open = () => {
      letGo = wantChannel('tickers');
    };
    if (document.readyState === 'complete') open();
    else addEventListener('load', open, { once: true });
    return () => {
      removeEventListener('load', open);
      letGo?.();
    };
  }, []);
  const [first] = markets;
  return (
    <>
      <div className="two-ends items-center">
        <h2 className="text-title">{texts.heading}</h2>
        {first ? <MarketState market={first} texts={texts} /> : null}
      </div>
      <ul className="mt-1">
        {markets.map((market) => (
          <MarketRow key={market.symbol} locale={locale} market={market} texts={texts} />
        ))}
      </ul>
    </>
  );
}

/** The server's own word, or worse when nothing newer has arrived for too long: a silent line never reads "live". */
function judge(live: Pick<Market, 'state' | 'updatedAt'>): Market['state'] {
  const age = ageMs(Date.parse(live.updatedAt));
  if (live.state === 'halted') return 'halted';
  if (live.state === 'dead' || age > FEED_DEAD_MS) return 'dead';
  return live.state === 'stale' || age > FEED_STALE_MS ? 'stale' : 'fresh';
}

function MarketState({ market, texts }: { market: Market; texts: MarketTexts }) {
  const live = useLive(market);
  const [state, setState] = useState(market.state);
  useEffect(() => {
    const look = () => setState(judge(live));
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [live]);
  return <FreshnessDot label={texts[state]} state={state} />;
}
