import 'server-only';
import type { Trade } from '../../dto/market';
import { lastTrades } from '../../protocol/markets';
import type { BookKind, Mode } from '../../protocol/wire';
import { coalesce } from '../coalesce';
import { toIsCs } from '../../protocol/fields';
import { callPublic } from '../upstream';
import { reshapeTrades } from './reshape';

/** Returns the last trades of a market in one mode, newest first. @throws MARKET_UNKNOWN, FEATURE_NOT_OFFERED */
export function getTrades({
  symbol,
  mode,
  kind = 'spot',
}: {
  symbol: string;
  mode: Mode;
  kind?: BookKind | undefined;
}): Promise<{ trades: Trade[] }> {
  return coalesce(`trades ${symbol} ${mode} ${kind}`, async () => ({
    trades: reshapeTrades(await callPublic(lastTrades, { market: symbol, is_cs: toIsCs(mode), type: kind })),
  }));
}
