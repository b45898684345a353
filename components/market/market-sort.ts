import { compareDecimals } from '../../lib/rules/decimal';

export const SORT_KEYS = ['name', 'price', 'change', 'volume'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type Sort = { key: SortKey; descending: boolean } | null;
export type Sortable = { symbol: string; price: string; changeRate: string; turnover: string | null };

/** The tabs of the list of markets. */
export type Shown = 'all' | 'favourites' | 'gainers' | 'losers' | 'volume' | 'new';

/** For this long a market is new. */
const NEW_MS = 90 * 86_400_000;

/** Returns the order that a tab begins with. */
export function sortOf(shown: Shown): Sort {
  if (shown === 'gainers') return { key: 'change', descending: true };
  if (shown === 'losers') return { key: 'change', descending: false };
  return shown === 'volume' ? { key: 'volume', descending: true } : null;
}

/** Says whether a market belongs to a tab by how it moved: what stands still is neither gainer nor loser. */
export function goesWith(shown: Shown, { changeRate }: Pick<Sortable, 'changeRate'>): boolean {
  const direction = compareDecimals(changeRate, '0');
  return shown === 'gainers' ? direction > 0 : shown === 'losers' ? direction < 0 : true;
}

/** Returns the next sort after a tap on `key`: best first, then reversed, then the published order again. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  const first = key !== 'name';
  if (sort?.key !== key) return { key, descending: first };
  return sort.descending === first ? { key, descending: !first } : null;
}

/** Returns the markets that are new at `now` (ms), the one that was listed last first. */
export function newestOf<M extends { listedAt: string | null }>(markets: readonly M[], now: number): M[] {
  const since = ({ listedAt }: M) => (listedAt === null ? 0 : Date.parse(listedAt));
  return markets.filter((market) => since(market) > now - NEW_MS).sort((a, b) => since(b) - since(a));
}

/** Returns a sorted copy; markets that compare equal keep the published order. Volume compares turnover, which is in one currency. */
export function sortMarkets<M extends Sortable>(markets: readonly M[], sort: Sort): M[] {
  if (sort === null) return [...markets];
  const direction = sort.descending ? -1 : 1;
  return [...markets].sort((a, b) => direction * compareBy(sort.key, a, b));
}

function compareBy(key: SortKey, a: Sortable, b: Sortable): number {
  if (key === 'name') return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0;
  if (key === 'price') return compareDecimals(a.price, b.price);
  if (key === 'change') return compareDecimals(a.changeRate, b.changeRate);
  return compareDecimals(a.turnover ?? '0', b.turnover ?? '0');
}

/** What coins are also called, in English and by other exchanges. */
const ALIASES: Readonly<Record<string, string>> = {
  ADA: 'Cardano',
  AVAX: 'Avalanche',
  BNB: 'Binance Coin',
  BTC: 'Bitcoin XBT',
  DOGE: 'Dogecoin XDG',
  DOT: 'Polkadot',
  ETH: 'Ethereum Ether',
  LINK: 'Chainlink',
  LTC: 'Litecoin',
  SOL: 'Solana',
  TRX: 'TRON',
  XRP: 'Ripple',
};

/**
 * Says whether a market answers a search for part of its symbol, of its coin's name in the reader's language, or of what the coin is also
 * called; case, accents, width and separators don't matter.
 */
export function matchesSearch({ symbol, name }: { symbol: string; name: string | null }, search: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const wanted = plain(search);
  const [base = ''] = symbol.split('-');
  const aliases = Object.hasOwn(ALIASES, base) ? (ALIASES[base] ?? '').split(' ') : [];
  return [symbol, name ?? '', aliases.join(''), ...aliases].some((text) => plain(text).includes(wanted));
}

/** Returns the market that `coin` names (`BTC`, `btc_usdt`, `BTC-USDT`, `BTCUSDT`) among `symbols`, or null. */
export function findSymbol(coin: string, symbols: readonly string[]): string | null {
  const plain = coin.toUpperCase().replace(/[_/\s-]/g, '');
  return symbols.find((symbol) => symbol.replace('-', '') === plain || symbol.split('-')[0] === plain) ?? null;
}
