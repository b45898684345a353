import { describe, expect, it } from 'vitest';
import { createConnection, type EventSourceLike, type ConnectionState } from './connection';

type Fake = EventSourceLike & { channels: readonly string[]; closed: boolean; fire(name: string, data?: string): void };

function setUp() {
  const opened: Fake[] = [];
  const states: ConnectionState[] = [];
  const events: string[] = [];
  const refusals = { count: 0 };
  let timers: { run: () => void; ms: number }[] = [];
  const connection = createConnection({
    open(channels) {
      const listeners = new Map<string, (event: { data?: string }) => void>();
      const fake: Fake = {
        channels,
        closed: false,
        addEventListener: (name, listener) => void listeners.set(name, listener),
        close() {
          this.closed = true;
        },
        fire: (name, data) => listeners.get(name)?.({ data }),
      };
      opened.push(fake);
      return fake;
    },
    onEvent: (name) => void events.push(name),
    onState: (state) => void states.push(state),
    onRefused() {
      refusals.count += 1;
    },
    setTimer(run, ms) {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    clearTimer(timer) {
      timers = timers.filter((one) => one !== timer);
    },
  });
  /** Runs every timer that is due now and returns how long each waited. */
  const tick = () => {
    const due = timers;
    timers = [];
    for (const timer of due) timer.run();
    return due.map((timer) => timer.ms);
  };
  return { connection, opened, states, events, refusals, tick };
}

describe('stream connection', () => {
  it('opens one line for channels that are wanted together', () => {
    const { connection, opened, tick } = setUp();
    connection.want('tickers');
    connection.want('book:BTC-USDT');
    connection.want('tickers');
    tick();
    expect(opened.map((one) => one.channels)).toEqual([['book:BTC-USDT', 'tickers']]);
  });

  it('waits longer for the first line than for a change of it, also where it rested before it was ever opened', () => {
    const { connection, opened, tick } = setUp();
    connection.pause();
    connection.want('account');
    connection.resume();
    connection.want('tickers');
    const [firstMs] = tick();
    expect(opened.map((one) => one.channels)).toEqual([['account', 'tickers']]);
    opened[0]!.fire('open');
    connection.want('marks');
    const [changeMs] = tick();
    expect(opened).toHaveLength(2);
    expect(firstMs!).toBeGreaterThan(changeMs!);
  });

  it('opens the line with the added channel before it closes the old one', () => {
    const { connection, opened, tick } = setUp();
    connection.want('tickers');
    tick();
    opened[0]!.fire('open');
    connection.want('account');
    tick();
    expect(opened[1]!.channels).toEqual(['account', 'tickers']);
    expect(opened[0]!.closed).toBe(false);
    opened[1]!.fire('open');
    expect(opened[0]!.closed).toBe(true);
  });

  it('closes the line when the last reader has gone, and a second release of the same reader counts once', () => {
    const { connection, opened, tick } = setUp();
    const first = connection.want('tickers');
    const second = connection.want('tickers');
    tick();
    opened[0]!.fire('open');
    first();
    first();
    tick();
    expect(opened[0]!.closed).toBe(false);
    second();
    tick();
    expect(opened[0]!.closed).toBe(true);
  });

  it('error: comes back by itself and waits longer each time, at most 10 s', () => {
    const { connection, opened, states, tick } = setUp();
    connection.want('tickers');
    tick();
    const waits: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      opened[i]!.fire('error');
      waits.push(...tick());
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 10000, 10000]);
    opened[6]!.fire('open');
    expect(states.at(-1)).toBe('up');
  });

  it('error: drops a line that talks nonsense and opens another', () => {
    const { connection, opened, states, events, tick } = setUp();
    connection.want('tickers');
    tick();
    opened[0]!.fire('open');
    opened[0]!.fire('tickers', '{"tickers":');
    expect(opened[0]!.closed).toBe(true);
    expect(states.at(-1)).toBe('down');
    expect(events).toEqual([]);
    tick();
    expect(opened).toHaveLength(2);
  });

  it('closes in a hidden tab and opens again when it is seen', () => {
    const { connection, opened, tick } = setUp();
    connection.want('tickers');
    tick();
    opened[0]!.fire('open');
    connection.pause();
    expect(opened[0]!.closed).toBe(true);
    connection.resume();
    tick();
    expect(opened[1]!.channels).toEqual(['tickers']);
  });

  it('ignores what a closed line still says', () => {
    const { connection, opened, events, tick } = setUp();
    connection.want('tickers');
    tick();
    opened[0]!.fire('open');
    connection.pause();
    opened[0]!.fire('tickers', '{"tickers":[]}');
    expect(events).toEqual([]);
  });

  it('reports that the exchange behind the line is down while the line itself holds', () => {
    const { connection, opened, states, tick } = setUp();
    connection.want('tickers');
    tick();
    opened[0]!.fire('open');
    opened[0]!.fire('upstream', '{"state":"down"}');
    opened[0]!.fire('upstream', '{"state":"up"}');
    expect(states).toEqual(['connecting', 'up', 'down', 'up']);
  });

  it('says so when the server refuses the line, and when it ends because the session has', () => {
    const { connection, opened, refusals, tick } = setUp();
    connection.want('account');
    tick();
    opened[0]!.fire('error');
    tick();
    opened[1]!.fire('open');
    opened[1]!.fire('error');
    expect(refusals.count).toBe(1);
    tick();
    opened[2]!.fire('open');
    opened[2]!.fire('ended', '{"reason":"session"}');
    expect([refusals.count, opened[2]!.closed]).toEqual([2, true]);
  });

  it('security: waits a minute after newer streams took its place, so that tabs do not take turns', () => {
    const { connection, opened, tick } = setUp();
    connection.want('account');
    tick();
    opened[0]!.fire('open');
    opened[0]!.fire('ended', '{"reason":"replaced"}');
    expect(tick()).toEqual([60_000]);
  });
});
