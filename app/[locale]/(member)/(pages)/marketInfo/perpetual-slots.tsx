import type { QueryClient } from '@tanstack/react-query';
import { LazyPerpetualGate } from '@/components/options/lazy-gate';
import { LazyMarkStrip, LazyPerpetualTicket, LazyPositionsPanel } from '@/components/perpetual/lazy';
import { getBook } from '@/lib/bff/market/get-book';
import { getRiskLimits } from '@/lib/bff/risk-limits';
import { getMarks, getPerpetualTerms } from '@/lib/bff/perpetual/markets';
import { getPerpetualOpen } from '@/lib/bff/perpetual/orders';
import type { Market } from '@/lib/dto/market';
import { marksQuery, perpetualOpenQuery, perpetualTermsQuery } from '@/lib/query/perpetual-queries';
import { bookQuery, riskLimitsQuery } from '@/lib/query/queries';
import type { AppSession } from '@/lib/session/options';

type Input = { client: QueryClient; market: Market; session: AppSession };

/** Reads what the screens of a perpetual market begin with; returns its terms. */
export async function prefetchPerpetual({ client, market, session }: Input) {
  const { symbol } = market;
  const { mode } = session;
  const [terms] = await Promise.all([
    getPerpetualTerms({ symbol }),
    client.prefetchQuery({ ...bookQuery(symbol, 'perpetual'), queryFn: () => getBook({ symbol, mode, kind: 'perpetual' }) }),
    client.prefetchQuery({ ...marksQuery(), queryFn: () => getMarks({ mode }) }),
    client.prefetchQuery({ ...perpetualOpenQuery(symbol), queryFn: () => getPerpetualOpen({ session }, { symbol }) }),
    client.prefetchQuery({ ...riskLimitsQuery('perpetual'), queryFn: () => getRiskLimits({ session }, { product: 'perpetual' }) }),
  ]);
  client.setQueryData(perpetualTermsQuery(symbol).queryKey, terms);
  return terms;
}

/** Returns the parts of the market page for a perpetual market. */
export async function getPerpetualSlots(input: Input) {
  const { market } = input;
  const terms = await prefetchPerpetual(input);
  const ticket = (side: 'long' | 'short') => (
    <LazyPerpetualGate coin={market.quote}>
      <LazyPerpetualTicket isInSheet market={market} startSide={side} terms={terms} />
    </LazyPerpetualGate>
  );
  return {
    rules: terms,
    strip: <LazyMarkStrip terms={terms} />,
    orders: <LazyPositionsPanel symbol={market.symbol} />,
    buyTicket: ticket('long'),
    sellTicket: ticket('short'),
  };
}
