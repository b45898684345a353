import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT_CHANGES } from '../../protocol/wire';
import type { Ticker } from '../../dto/market';
import type { StreamHub } from './hub';
import { topics } from './messages';

/** Prices are read as often as an exchange with a stream tells them: older ones than three seconds stop orders. */
const PRICES_EVERY_MS = 1_000;
/** After so many rounds members are told to read again what is theirs, and it is asked again whether there is a stream. */
const ROUNDS = 10;

/**
 * Stands in for the stream of a backend that has none: reads its prices each second, and tells members after ten to read again what may have
 * changed. Then returns. @throws what `readTickers` does
 */
export async function pollPrices(
  hub: StreamHub,
  { readTickers, signal, everyMs = PRICES_EVERY_MS }: { readTickers(): Promise<Ticker[]>; signal: AbortSignal; everyMs?: number },
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const tickers = await readTickers();
    if (signal.aborted) return;
    hub.setState('up');
    hub.publish({ topic: topics.tickers, event: 'tickers', data: { tickers }, id: null });
    await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
  }
  tellAccounts(hub);
}

function tellAccounts(hub: StreamHub): void {
  for (const topic of hub.topicNames.filter((name) => name.startsWith('account ')))
    hub.publish({ topic, event: 'account', data: { changed: [...ACCOUNT_CHANGES], symbol: null }, id: null });
}
