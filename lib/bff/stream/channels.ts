import { AppError } from '../../errors/app-error';
import { marketField } from '../../protocol/fields';
import type { Mode } from '../../protocol/wire';
import type { AppSession } from '../../session/options';
import { topics } from './messages';

/** Channels of one connection at most; a screen needs four. */
const CHANNELS_MAX = 30;

/** Books of one visitor's connection at most, each of which the exchange is asked to send; screens with a book belong to members. */
const VISITOR_BOOKS_MAX = 4;

/**
 * Returns the topics of a channel list such as `tickers,book:BTC-USDT,account`. Books and trades are of the session's mode (visitor:
 * real); `account` is the session's own user and mode, never anyone else's. `isListed` says whether a market is there, null while nobody knows.
 * @throws REQUEST_INVALID, MARKET_UNKNOWN, SESSION_REQUIRED
 */
export async function parseChannels(
  text: string,
  session: AppSession | null,
  isListed: (symbol: string) => Promise<boolean | null>,
): Promise<Set<string>> {
  const names = text.split(',');
  if (names.length > CHANNELS_MAX) throw new AppError('REQUEST_INVALID', { field: 'channels' });
  const mode: Mode = session?.mode ?? 'real';
  const found = new Set([topics.upstream, ...names.map((name) => toTopic(name, { mode, session }))]);
  const books = [...found].filter((topic) => topic.startsWith('book '));
  if (session === null && books.length > VISITOR_BOOKS_MAX) throw new AppError('REQUEST_INVALID', { field: 'channels' });
  for (const symbol of new Set(names.flatMap((name) => name.split(':')[1] ?? []))) {
    if ((await isListed(symbol)) === false) throw new AppError('MARKET_UNKNOWN');
  }
  return found;
}

function toTopic(name: string, { mode, session }: { mode: Mode; session: AppSession | null }): string {
  if (name === 'tickers') return topics.tickers;
  if (name === 'marks') return topics.marks(mode);
  if (name === 'account') {
    if (session === null) throw new AppError('SESSION_REQUIRED');
    return topics.account(session.userId, mode);
  }
  const [channel = '', symbol = '', ...more] = name.split(':');
  const kind = channel.startsWith('perpetual-') ? 'perpetual' : 'spot';
  const what = kind === 'spot' ? channel : channel.slice('perpetual-'.length);
  if ((what !== 'book' && what !== 'trades') || more.length > 0 || !marketField.safeParse(symbol).success) {
    throw new AppError('REQUEST_INVALID', { field: 'channels' });
  }
  return what === 'book' ? topics.book(symbol, mode, kind) : topics.trades(symbol, mode, kind);
}
