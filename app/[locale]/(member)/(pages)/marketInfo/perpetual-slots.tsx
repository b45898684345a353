import type { QueryClient } from '@tanstack/react-query';
import { LazyPerpetualGate } from '@/components/options/lazy-gate';
import { LazyMarkStrip, LazyPerpetualTicket, LazyPositionsPanel } from '@/components/perpetual/lazy';
import type { Market } from '@/lib/dto/market';
import type { AppSession } from '@/lib/session/options';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import * as riskLimitsApi from '@/lib/bff/risk-limits/risk-limits.endpoints';
import * as perpetualApi from '@/lib/bff/perpetual/perpetual.endpoints';
import { ask } from '@/lib/bff/operation';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { getWideSlots } from './wide-slots';

type Input = { client: QueryClient; market: Market; session: AppSession };

/** Reads what the screens of a perpetual market begin with; returns its terms. */
export async function prefetchPerpetual({ client, market, session }: Input) {
  const { symbol } = market;
  const [terms] = await Promise.all([
    ask(perpetualApi.perpetualTerms, { symbol }, null),
    prefetchRead(client, marketApi.book, { symbol, kind: 'perpetual' }, session),
    prefetchRead(client, perpetualApi.marks, {}, session),
    prefetchRead(client, perpetualApi.perpetualOpen, { symbol }, session),
    prefetchRead(client, riskLimitsApi.riskLimits, { product: 'perpetual' }, session),
  ]);
  putRead(client, perpetualApi.perpetualTerms, { symbol }, terms);
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
    wide: { ...getWideSlots({ market, path: '/marketInfo', kind: 'perpetual', rules: terms }), ticket: ticket('long') },
  };
}
