import 'server-only';
import type { MarketRules } from '../../dto/market';
import { tradeInfo } from '../../protocol/markets';
import { coalesce } from '../coalesce';
import { callPublic } from '../upstream';
import { reshapeRules } from './reshape';

/** Returns the spot rules of a market; rates are fractions. @throws MARKET_UNKNOWN */
export function getRules({ symbol }: { symbol: string }): Promise<MarketRules> {
  return coalesce(`rules ${symbol}`, async () => reshapeRules(await callPublic(tradeInfo, { market: symbol, type: 'spot' })));
}
