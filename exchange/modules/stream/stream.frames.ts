import { toIsCs } from '../../../lib/protocol/fields';
import type { MarksWire } from '../../../lib/protocol/perpetual';
import type { AccountChange, BookKind } from '../../../lib/protocol/wire';
import type { ExchangeEvent, TradeEvent } from '../../platform/events';

/** Trades of one event at most; of more, the newest stay. */
export const TRADES_PER_EVENT_MAX = 50;

export type FrameData = {
  ready: Record<string, never>;
  resync: Record<string, never>;
  tickers: { at: number; rows: unknown[] };
  book: unknown;
  marks: MarksWire;
  trades: { market: string; is_cs: '0' | '1'; type: BookKind; trades: TradeEvent[] };
  account: { userid: string; is_cs: '0' | '1'; changed: AccountChange[]; market: string | null };
};

/** One event of the stream. Frames of one `key` replace each other for a client that can't keep up; `id` is set on those that resume. */
export type Frame = { [E in keyof FrameData]: { event: E; key: string; id: string | null; data: FrameData[E] } }[keyof FrameData];

/** Returns the frame of a trades or account event. The exchange tells trades as they happened, the wire newest first. */
export function toFrame(event: Extract<ExchangeEvent, { kind: 'trades' | 'account' }>, id: string): Frame {
  const isCs = toIsCs(event.mode);
  if (event.kind === 'trades') {
    const type = event.type ?? 'spot';
    const data = { market: event.market, is_cs: isCs, type, trades: [...event.trades].reverse().slice(0, TRADES_PER_EVENT_MAX) };
    return { event: 'trades', key: `trades ${type} ${event.market} ${isCs}`, id, data };
  }
  const data = { userid: event.userId, is_cs: isCs, changed: event.changed, market: event.market };
  return { event: 'account', key: `account ${event.userId} ${isCs}`, id, data };
}

/** Returns one frame that says what two of the same key say: trades newest first, account changes together, else the newer one. */
export function mergeFrames(older: Frame, newer: Frame): Frame {
  if (older.event === 'trades' && newer.event === 'trades') {
    return { ...newer, data: { ...newer.data, trades: [...newer.data.trades, ...older.data.trades].slice(0, TRADES_PER_EVENT_MAX) } };
  }
  if (older.event === 'account' && newer.event === 'account') {
    const market = older.data.market === newer.data.market ? newer.data.market : null;
    return { ...newer, data: { ...newer.data, market, changed: [...new Set([...older.data.changed, ...newer.data.changed])] } };
  }
  return newer;
}

const encoded = new WeakMap<Frame, string>();

/** Returns the frame as server-sent event text; made once, however many clients get it. */
export function encodeFrame(frame: Frame): string {
  const known = encoded.get(frame);
  if (known != null) return known;
  const text = `event: ${frame.event}\n${frame.id == null ? '' : `id: ${frame.id}\n`}data: ${JSON.stringify(frame.data)}\n\n`;
  encoded.set(frame, text);
  return text;
}
