import { MarketPicker } from '@/components/market/market-picker';
import { TradeKinds } from '@/components/market/trade-kinds';
import { PerpetualGate } from '@/components/options/risk-gate';
import { LazyMarkStrip } from '@/components/perpetual/lazy';
import { PerpetualScreen } from '@/components/perpetual/perpetual-screen';
import { PerpetualTicket } from '@/components/perpetual/ticket';
import { OrderBook } from '@/components/spot/order-book';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';
import { prefetchPerpetual } from '../marketInfo/perpetual-slots';
import { getWideSlots } from '../marketInfo/wide-slots';

const BOOK_LEVELS = 4;

/** The perpetual ticket; `coin` is BTC or BTC-USDT, the first market without it. */
const page = memberPage('perpetualorder', {
  load: ({ client, need: { market, markets }, session }) => {
    putRead(client, marketApi.markets, {}, { markets });
    return prefetchPerpetual({ client, market, session });
  },
  heading: ({ need: { market } }) => <MarketPicker base={market.base} path="/perpetualorder" quote={market.quote} />,
  screen: ({ need: { market }, query: { side } }, terms) => (
    <PerpetualScreen
      book={<OrderBook kind="perpetual" levels={BOOK_LEVELS} rules={terms} />}
      key={market.symbol}
      kinds={<TradeKinds base={market.base} current="perpetual" on="ticket" />}
      market={market}
      terms={terms}
      ticket={
        <PerpetualGate coin={market.quote}>
          <PerpetualTicket market={market} startSide={side === 'short' ? 'short' : 'long'} terms={terms} />
        </PerpetualGate>
      }
      wide={getWideSlots({
        market,
        path: '/perpetualorder',
        kind: 'perpetual',
        rules: terms,
        strip: <LazyMarkStrip terms={terms} />,
      })}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
