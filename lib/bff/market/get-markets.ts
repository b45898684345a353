import 'server-only';
import type { Market } from '../../dto/market';
import { marketListOfType } from '../../protocol/markets';
import { coalesce } from '../coalesce';
import { callPublic } from '../upstream';
import { reshapeMarket } from './reshape';

/** Prices are printed once a second, and the stream carries them from then on: a list needs to be no newer, and a crowd that comes at once is one read. */
const LIST_SHARED_MS = 1_000;

/** Returns all markets in the published order, with sparklines: one call to the exchange however many ask at once. */
export function getMarkets(): Promise<{ markets: Market[] }> {
  const read = async () => {
    const rows = await callPublic(marketListOfType, { type: '0' });
    const readAt = Date.now();
    return { markets: Object.values(rows).map((row) => reshapeMarket(row, { readAt })) };
  };
  return coalesce('markets', read, LIST_SHARED_MS);
}
