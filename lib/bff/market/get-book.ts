import 'server-only';
import type { Book } from '../../dto/market';
import { book } from '../../protocol/markets';
import type { BookKind, Mode } from '../../protocol/wire';
import { coalesce } from '../coalesce';
import { toIsCs } from '../../protocol/fields';
import { callPublic } from '../upstream';
import { reshapeBook } from './reshape';

/** Returns the order book of a market in one mode, best prices first. @throws MARKET_UNKNOWN, FEATURE_NOT_OFFERED */
export function getBook({ symbol, mode, kind = 'spot' }: { symbol: string; mode: Mode; kind?: BookKind | undefined }): Promise<Book> {
  return coalesce(`book ${symbol} ${mode} ${kind}`, async () =>
    reshapeBook(await callPublic(book, { market: symbol, is_cs: toIsCs(mode), type: kind })),
  );
}
