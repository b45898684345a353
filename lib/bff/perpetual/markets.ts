import 'server-only';
import type { z } from 'zod';
import type { FundingRates, fundingRatesQuerySchema, Marks, PerpetualMarketTerms } from '../../dto/perpetual';
import { marks } from '../../protocol/perpetual';
import { fundingRates } from '../../protocol/perpetual-records';
import { perpetualTerms } from '../../protocol/perpetual-variants';
import type { Mode } from '../../protocol/wire';
import { coalesce } from '../coalesce';
import { isFullPage, toPageField } from '../pages';
import { toIsCs } from '../../protocol/fields';
import { callPublic, toIso } from '../upstream';
import { reshapeFundingRate, reshapeMark, reshapeTerms } from './reshape';

/** Returns the terms of a perpetual market. @throws MARKET_UNKNOWN, FEATURE_NOT_OFFERED */
export function getPerpetualTerms({ symbol }: { symbol: string }): Promise<PerpetualMarketTerms> {
  return coalesce(`perpetual terms ${symbol}`, async () =>
    reshapeTerms(await callPublic(perpetualTerms, { market: symbol, type: 'perpetual' })),
  );
}

/** Returns mark price, index price and funding of every perpetual market in one mode. @throws FEATURE_NOT_OFFERED */
export function getMarks({ mode }: { mode: Mode }): Promise<Marks> {
  return coalesce(`marks ${mode}`, async () => {
    const { at, rows } = await callPublic(marks, { is_cs: toIsCs(mode) });
    return { at: toIso(at), marks: rows.map(reshapeMark) };
  });
}

/** Returns one page of funding rates as they were exchanged, newest first. @throws MARKET_UNKNOWN */
export async function listFundingRates(query: z.infer<typeof fundingRatesQuerySchema>, mode: Mode): Promise<FundingRates> {
  const page = toPageField(query.page);
  const rows = await callPublic(fundingRates, { market: query.symbol, is_cs: toIsCs(mode), page });
  return { rates: rows.map(reshapeFundingRate), hasMore: isFullPage(rows) };
}
