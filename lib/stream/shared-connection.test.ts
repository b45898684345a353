import { describe, expect, it } from 'vitest';
import type { ConnectionState } from './connection';
import { DOWN_MS } from './leader-liveness';
import { createSharedConnection, type ShareMessage, type Tabs } from './shared-connection';

type Waiting = { tab: string; onGained(): void; onLost(): void };

/** Tabs of one browser: channels by name, one lock a name, and a clock that beats by hand. */
function openBrowser() {
  const ears = new Map<string, Map<string, (message: ShareMessage) => void>>();
  const locks = new Map<string, Waiting[]>();
  const beats = new Map<string, () => void>();
  const frozen = new Set<string>();
  let nowMs = 0;
  const tabsOf = (tab: string): Tabs => ({
    join(name, hear) {
      const channel = ears.get(name) ?? new Map();
      ears.set(name, channel.set(tab, hear));
      const send = (message: ShareMessage) => {
        for (const [other, listen] of [...channel]) if (other !== tab && !frozen.has(other) && !frozen.has(tab)) listen(message);
      };
      return { send, close: () => channel.delete(tab) };
    },
    lock(name, { steal, onGained, onLost }) {
      const queue = locks.get(name) ?? [];
      locks.set(name, queue);
      const own: Waiting = { tab, onGained, onLost };
      const before = queue[0];
      if (steal) queue.splice(0, before === undefined ? 0 : 1, own);
      else queue.push(own);
      if (queue[0] === own) onGained();
      if (steal) before?.onLost();
      return () => {
        const wasFirst = queue[0] === own;
        const index = queue.indexOf(own);
        if (index >= 0) queue.splice(index, 1);
        if (wasFirst) queue[0]?.onGained();
      };
    },
  });
  const open = (tab: string, key: string | null = 'session-a') => {
    const line = { channels: [] as string[], isPaused: false, openings: 0 };
    const heard: string[] = [];
    const states: ConnectionState[] = [];
    let say: Parameters<Parameters<typeof createSharedConnection>[0]['connect']>[0] | null = null;
    const shared = createSharedConnection({
      connect(hear) {
        say = hear;
        return {
          want(channel) {
            line.channels.push(channel);
            return () => line.channels.splice(line.channels.indexOf(channel), 1);
          },
          wants: (channel) => line.channels.includes(channel),
          again() {
            line.openings += 1;
          },
          pause() {
            line.isPaused = true;
          },
          resume() {
            line.isPaused = false;
          },
        };
      },
      onEvent: (name) => void heard.push(name),
      onState: (state) => void states.push(state),
      tabs: tabsOf(tab),
      tab,
      now: () => nowMs,
      every: (run) => void beats.set(tab, run),
      random: () => 0,
    });
    shared.want('tickers');
    if (key !== null) shared.share(key);
    const isOpen = () => !line.isPaused && line.channels.length > 0;
    return {
      shared,
      line,
      heard,
      states,
      isOpen,
      fire: () => say?.onEvent('account', { changed: ['orders'], symbol: null }),
      turn: (state: ConnectionState) => say?.onState(state),
    };
  };
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      nowMs += 500;
      for (const [tab, beat] of beats) if (!frozen.has(tab)) beat();
    }
  };
  return { open, pass, freeze: (tab: string) => frozen.add(tab), thaw: (tab: string) => frozen.delete(tab) };
}

describe('a stream shared by tabs', () => {
  it('is opened by one of six tabs, for what all of them want', () => {
    const { open, pass } = openBrowser();
    const tabs = ['1', '2', '3', '4', '5', '6'].map((name) => open(name));
    tabs[4]?.shared.want('book:BTC-USDT');
    pass(500);
    expect(tabs.filter(({ isOpen }) => isOpen())).toHaveLength(1);
    expect(new Set(tabs[0]?.line.channels)).toEqual(new Set(['tickers', 'book:BTC-USDT']));
    tabs[0]?.fire();
    expect(tabs.map(({ heard }) => heard)).toEqual(Array.from({ length: 6 }, () => ['account']));
  });

  it('begins anew when a tab wants what was open before, so that it gets how things stand', () => {
    const { open } = openBrowser();
    const first = open('1');
    open('2');
    expect(first.line.openings).toBe(1);
  });

  it('is opened by the next tab as soon as the leader is hidden or closed', () => {
    const { open } = openBrowser();
    const [first, second] = [open('1'), open('2')];
    first.shared.pause();
    expect([first.isOpen(), second.isOpen()]).toEqual([false, true]);
    first.shared.resume();
    expect([first.isOpen(), second.isOpen()]).toEqual([false, true]);
  });

  it('is taken over from a frozen leader within two seconds, which follows when it wakes', () => {
    const { open, pass, freeze, thaw } = openBrowser();
    const [first, second] = [open('1'), open('2')];
    freeze('1');
    pass(2_000);
    expect(second.isOpen()).toBe(true);
    thaw('1');
    pass(500);
    expect(first.isOpen()).toBe(false);
    second.fire();
    expect(first.heard).toEqual(['account']);
  });

  it('is taken over from a leader that beats on while its own line stays down, by one tab, which has as long', () => {
    const { open, pass } = openBrowser();
    const tabs = ['1', '2', '3'].map((name) => open(name));
    const leads = () => tabs.map(({ isOpen }) => isOpen());
    tabs[0]?.turn('up');
    pass(DOWN_MS * 2);
    expect(leads()).toEqual([true, false, false]);
    tabs[0]?.turn('down');
    pass(DOWN_MS - 1_000);
    // Trying in vain is not up.
    tabs[0]?.turn('connecting');
    tabs[0]?.turn('down');
    expect(leads()).toEqual([true, false, false]);
    pass(4_000);
    expect(leads()).toEqual([false, true, false]);
    tabs[1]?.turn('connecting');
    tabs[1]?.turn('up');
    pass(DOWN_MS * 2);
    expect(leads()).toEqual([false, true, false]);
    tabs[1]?.fire();
    expect(tabs.map(({ heard }) => heard)).toEqual([['account'], ['account'], ['account']]);
  });

  it('lets go of what a tab wanted that went without a word', () => {
    const { open, pass, freeze } = openBrowser();
    const first = open('1');
    open('2').shared.want('book:BTC-USDT');
    freeze('2');
    pass(4_000);
    expect(first.line.channels).toEqual(['tickers']);
  });

  it('security: a tab of another session or account has a stream of its own and hears nothing', () => {
    const { open } = openBrowser();
    const [first, other] = [open('1', 'session-a'), open('2', 'session-b')];
    first.fire();
    expect([first.isOpen(), other.isOpen(), other.heard]).toEqual([true, true, []]);
  });

  it('is a tab’s own until its session is named', () => {
    const { open } = openBrowser();
    expect([open('1', null).isOpen(), open('2', null).isOpen()]).toEqual([true, true]);
  });
});
