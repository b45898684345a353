'use client';
import { useEffect, useState } from 'react';
import type { Market } from '@/lib/dto/market';
import { FEED_DEAD_MS, FEED_STALE_MS } from '@/lib/protocol/wire';
import { ageMs } from '@/lib/stream/clock-offset';
import { wantChannel } from '@/lib/stream/stream';
import { FreshnessDot } from '../ui/freshness-dot';
import { useLiveTicker } from './use-live-ticker';

/** How often the age of the list is judged. */
const LOOK_MS = 1_000;

type Props = { first: Pick<Market, 'symbol' | 'state' | 'updatedAt'>; words: Readonly<Record<Market['state'], string>> };

/** The server's own word, or worse when nothing newer has arrived for too long: a silent line never reads "live". */
function judge(live: Pick<Market, 'state' | 'updatedAt'>): Market['state'] {
  const age = ageMs(Date.parse(live.updatedAt));
  if (live.state === 'halted') return 'halted';
  if (live.state === 'dead' || age > FEED_DEAD_MS) return 'dead';
  return live.state === 'stale' || age > FEED_STALE_MS ? 'stale' : 'fresh';
}

/** Opens the stream of prices once the page has loaded, and says of its first market whether they live. */
export function LiveState({ first, words }: Props) {
  const live = useLiveTicker(first.symbol) ?? first;
  const [state, setState] = useState(first.state);
  useEffect(() => {
    let letGo: (() => void) | undefined;
    const open = () => {
      letGo = wantChannel('tickers');
    };
    if (document.readyState === 'complete') open();
    else addEventListener('load', open, { once: true });
    return () => {
      removeEventListener('load', open);
      letGo?.();
    };
  }, []);
  useEffect(() => {
    const look = () => setState(judge(live));
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [live]);
  return <FreshnessDot label={words[state]} state={state} />;
}
