import { z } from 'zod';
import { decimalField, idField, marketField, millisField } from '../../lib/protocol/fields';
import { ACCOUNT_CHANGES, BOOK_KINDS, MODES, ORDER_SIDES } from '../../lib/protocol/wire';
import type { Bus } from './bus';
import { monotonicNow } from './clock';
import type { EventHub, ExchangeEvent } from './events';
import { createId } from './ids';
import type { Metrics } from './metrics';

/** Events of so long go together: the commits of a busy moment share a message. */
const GATHER_MS = 10;
/** Events that wait to be told at most; beyond, the others are made to read everything again. */
const WAITING_MAX = 10_000;
/** Trades of one event that are told, the newest: more no stream shows. */
const TRADES_MAX = 50;
/** A message has events of about this size together, far below what may be sent. */
const MESSAGE_CHARS_MAX = 64 * 1024;
/** Each process says so often how far it is, so that others notice what they missed though nothing follows it. */
const BEAT_MS = 1_000;
/** A process that has been silent for so long is gone; what it did last may not have been told. */
const SILENCE_MS_MAX = 10_000;
/** Processes that are followed at most. */
const PEERS_MAX = 64;
const TOPIC = 'events';

type Relayed = Extract<ExchangeEvent, { kind: 'book' | 'trades' | 'account' }>;

const ofBook = { market: marketField, mode: z.enum(MODES), type: z.enum(BOOK_KINDS).optional() };
const eventMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('book'), ...ofBook }),
  z.strictObject({
    kind: z.literal('trades'),
    ...ofBook,
    trades: z
      .array(
        z.strictObject({ id: z.string().max(40), price: decimalField, num: decimalField, side: z.enum(ORDER_SIDES), time: millisField }),
      )
      .max(TRADES_MAX),
  }),
  z.strictObject({
    kind: z.literal('account'),
    userId: idField,
    mode: z.enum(MODES),
    changed: z.array(z.enum(ACCOUNT_CHANGES)).max(ACCOUNT_CHANGES.length),
    market: marketField.nullable(),
  }),
]);
/** `seq` counts the messages with events of one process; a message without any says where the count stands. */
const message = z.strictObject({
  from: z.uuid(),
  seq: z.number().int().nonnegative(),
  isLast: z.boolean(),
  events: z.array(eventMessage).max(WAITING_MAX),
});

/**
 * Tells the other processes what happened here, once, and the listeners here what happened there. What was certainly or possibly missed (a
 * message out of count, a process that fell silent, a time without a way to the others) is told as `gap`.
 */
export function createEventRelay({ bus, events, metrics }: { bus: Bus; events: EventHub; metrics: Metrics }) {
  const from = createId();
  const peers = new Map<string, { seq: number; heardAt: number }>();
  const gaps = metrics.counter({ name: 'event_gaps_total', help: 'Times that events of other processes may have been missed' });
  let waiting = new Map<string, Relayed>();
  let seq = 0;
  let gathering: NodeJS.Timeout | null = null;
  let beat: NodeJS.Timeout | null = null;
  let ends: (() => void)[] = [];

  function tell(list: readonly Relayed[], isLast = false): void {
    if (list.length > 0) seq += 1;
    bus.publish(TOPIC, { from, seq, isLast, events: list });
  }

  function flush(): void {
    if (gathering !== null) clearTimeout(gathering);
    gathering = null;
    let list: Relayed[] = [];
    let chars = 0;
    for (const [text, event] of waiting) {
      if (chars + text.length > MESSAGE_CHARS_MAX && list.length > 0) {
        tell(list);
        [list, chars] = [[], 0];
      }
      list.push(event);
      chars += text.length;
    }
    waiting = new Map();
    if (list.length > 0) tell(list);
  }

  function gather(event: Relayed): void {
    const cut = event.kind === 'trades' ? { ...event, trades: event.trades.slice(-TRADES_MAX) } : event;
    // The count goes on without a message: the others notice, and read again.
    if (waiting.size >= WAITING_MAX) seq += 1;
    else waiting.set(JSON.stringify(cut), cut);
    gathering ??= setTimeout(flush, GATHER_MS);
  }

  function noteGap(): void {
    gaps.inc();
    events.publish({ kind: 'gap' }, 'elsewhere');
  }

  function hear({ from: peer, seq: told, isLast, events: list }: z.infer<typeof message>): void {
    const known = peers.get(peer);
    const expected = (known?.seq ?? 0) + (list.length > 0 ? 1 : 0);
    if (isLast) peers.delete(peer);
    else if (known !== undefined || peers.size < PEERS_MAX) peers.set(peer, { seq: told, heardAt: monotonicNow() });
    if (told !== expected) noteGap();
    for (const event of list) events.publish(event as Relayed, 'elsewhere');
  }

  function look(): void {
    tell([]);
    const lost = [...peers].filter(([, { heardAt }]) => monotonicNow() - heardAt > SILENCE_MS_MAX);
    for (const [peer] of lost) peers.delete(peer);
    if (lost.length > 0) noteGap();
  }

  return {
    start(): void {
      if (bus.isAlone) return;
      ends = [
        bus.subscribe(TOPIC, message, hear),
        bus.onChange((isUp) => {
          if (isUp) noteGap();
        }),
        events.subscribe((event, origin) => {
          const isTold = event.kind === 'book' || event.kind === 'trades' || event.kind === 'account';
          if (origin === 'here' && isTold) gather(event);
        }),
      ];
      beat = setInterval(look, BEAT_MS);
    },
    stop(): void {
      for (const end of ends.splice(0)) end();
      if (beat === null) return;
      clearInterval(beat);
      flush();
      tell([], true);
    },
  };
}
