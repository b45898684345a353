import { AppError } from '../../errors/app-error';
import { marketField } from '../../protocol/fields';
import type { Mode } from '../../protocol/wire';
import type { AppSession } from '../../session/options';
import { topics } from './messages';

/** Channels of one connection at most; a screen needs four. */
const CHANNELS_MAX = 30;

/**
 * Returns the topics of a channel list such as `tickers,book:BTC-USDT,account`. Books and trades are of the session's mode (visitor:
 * real); `account` is the session's own user and mode, never anyone else's.
 * @throws REQUEST_INVALID, SESSION_REQUIRED
 */
export function parseChannels(text: string, session: AppSession | null): Set<string> {
  const names = text.split(',');
  if (names.length > CHANNELS_MAX) throw new AppError('REQUEST_INVALID', { field: 'channels' });
  const mode: Mode = session?.mode ?? 'real';
  return new Set([topics.upstream, ...names.map((name) => toTopic(name, { mode, session }))]);
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
