import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PageShell } from '@/components/layout/shell';
import { MarketPicker } from '@/components/market/market-picker';
import { TradeKinds } from '@/components/market/trade-kinds';
import { PerpetualGate } from '@/components/options/risk-gate';
import { PerpetualScreen } from '@/components/perpetual/perpetual-screen';
import { PerpetualTicket } from '@/components/perpetual/ticket';
import { OrderBook } from '@/components/spot/order-book';
import { titleOf } from '@/lib/i18n/page-title';
import { marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { prefetchPerpetual } from '../marketInfo/perpetual-slots';
import { memberPage } from '../member-page';
import { requireProductMarket } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ coin?: string | string[]; side?: string | string[] }> };
const BOOK_LEVELS = 4;

export const generateMetadata = titleOf('Market', 'perpetual');

/** The perpetual ticket; `coin` is BTC or BTC-USDT, the first market without it. */
export default memberPage({ backHref: '/market', isWide: true }, async function PerpetualOrderPage({ searchParams }: Props, session) {
  const [{ side }, { market, markets }] = await Promise.all([searchParams, requireProductMarket('perpetual', { searchParams })]);
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
});
