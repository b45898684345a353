import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { MarketPicker } from '@/components/market/market-picker';
import { findSymbol } from '@/components/market/market-sort';
import { TradeKinds } from '@/components/market/trade-kinds';
import { PerpetualGate } from '@/components/options/risk-gate';
import { PerpetualScreen } from '@/components/perpetual/perpetual-screen';
import { PerpetualTicket } from '@/components/perpetual/ticket';
import { OrderBook } from '@/components/spot/order-book';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { titleOf } from '@/lib/i18n/page-title';
import { marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { requireSession } from '@/lib/session/session';
import { prefetchPerpetual } from '../marketInfo/perpetual-slots';

type Props = { searchParams: Promise<{ coin?: string | string[]; side?: string | string[] }> };
const BOOK_LEVELS = 4;

export const generateMetadata = titleOf('Market', 'perpetual');

/** The perpetual ticket; `coin` is BTC or BTC-USDT, the first market without it. */
export default async function PerpetualOrderPage({ searchParams }: Props) {
  const session = await requireSession();
  const [{ coin, side }, { markets }, { features }] = await Promise.all([searchParams, getMarkets(), getFeatures()]);
  if (!features.includes('perpetual')) notFound();
  const symbols = markets.map((one) => one.symbol);
  const symbol = coin === undefined ? symbols[0] : findSymbol(String(coin), symbols);
  const market = markets.find((one) => one.symbol === symbol);
  if (market === undefined) notFound();
  const client = getQueryClient();
  client.setQueryData(marketsQuery().queryKey, { markets });
  const terms = await prefetchPerpetual({ client, market, session });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell
        backHref="/market"
        isWide
        hasTabBar
        title={<MarketPicker base={market.base} path="/perpetualorder" quote={market.quote} />}
      >
        <PerpetualScreen
          book={<OrderBook kind="perpetual" levels={BOOK_LEVELS} rules={terms} />}
          key={market.symbol}
          kinds={<TradeKinds base={market.base} current="perpetual" />}
          market={market}
          terms={terms}
          ticket={
            <PerpetualGate coin={market.quote}>
              <PerpetualTicket market={market} startSide={side === 'short' ? 'short' : 'long'} terms={terms} />
            </PerpetualGate>
          }
        />
      </PageShell>
    </HydrationBoundary>
  );
}
