import type { StreamEvents } from '../dto/stream';
import type { Connection, LineState } from './connection';

/** How often a tab says what it wants, and the leader that it is there. */
const BEAT_MS = 500;
/** A leader that is silent for so long is closed or frozen; with a beat and the time to open a stream that stays below two seconds. */
const SILENT_MS = 1_200;
/** Tabs that find the leader silent don't all take its place in the same moment. */
const SPREAD_MS = 200;
/** A tab that said nothing for so long has gone without a word. */
const GONE_MS = 3_000;
/** Tabs that a leader opens channels for; more open streams of their own. */
const TABS_MAX = 20;

type TabMessage = { kind: 'want'; tab: string; channels: readonly string[] } | { kind: 'bye'; tab: string };
type LeaderMessage =
  | { kind: 'beat'; state: LineState }
  | { kind: 'event'; name: keyof StreamEvents; value: StreamEvents[keyof StreamEvents] };
export type ShareMessage = TabMessage | LeaderMessage;

/** What a browser offers to tabs of one origin, so that a test can stand in for it. */
export type Tabs = {
  /** Opens the channel of a name to the other tabs; the answer sends and closes. */
  join(name: string, hear: (message: ShareMessage) => void): { send(message: ShareMessage): void; close(): void };
  /** Waits for the lock of a name, or takes it away from whoever has it; `onLost` when it was taken away. The answer gives it back. */
  lock(name: string, options: { steal: boolean; onGained(): void; onLost(): void }): () => void;
};
type Deps = {
  /** Makes the tab's own line; what it says goes to the functions given. */
  connect(hear: {
    onEvent<K extends keyof StreamEvents>(name: K, value: StreamEvents[K]): void;
    onState(state: LineState): void;
  }): Connection;
  onEvent<K extends keyof StreamEvents>(name: K, value: StreamEvents[K]): void;
  onState(state: LineState): void;
  tabs: Tabs;
  tab: string;
  now(): number;
  every(run: () => void, ms: number): void;
  random(): number;
};
type Role = 'alone' | 'resting' | 'following' | 'leading';
export type SharedConnection = Omit<Connection, 'again'> & { share(key: string): void };

/**
 * Keeps one stream for all tabs that show the same session: the one that has the lock opens it for what they all want and hands on what
 * arrives. Until `share` names the session, and without an answer of the browser, a tab has a stream of its own. A leader that is closed, hidden,
 * frozen or silent is replaced; tabs of another session or account have another name, and hear nothing.
 */
export function createSharedConnection({ connect, onEvent, onState, tabs, tab, now, every, random }: Deps): SharedConnection {
  const wanted = new Map<string, { count: number; release: (() => void) | null }>();
  const others = new Map<string, { seenAt: number; channels: Map<string, () => void> }>();
  let role: Role = 'alone';
  let key: string | null = null;
  let state: LineState = 'connecting';
  let heardAt = 0;
  let patienceMs = SILENT_MS;
  let line: ReturnType<Tabs['join']> | null = null;
  let giveBack: (() => void) | null = null;
  const own = connect({
    onEvent(name, value) {
      onEvent(name, value);
      if (role === 'leading') line?.send({ kind: 'event', name, value });
    },
    onState(next) {
      state = next;
      onState(next);
      if (role === 'leading') line?.send({ kind: 'beat', state });
    },
  });

  function hold() {
    for (const [channel, want] of wanted) want.release ??= own.want(channel);
  }
  function letGo() {
    for (const want of wanted.values()) {
      want.release?.();
      want.release = null;
    }
    for (const id of [...others.keys()]) forget(id);
  }
  function forget(id: string) {
    for (const release of others.get(id)?.channels.values() ?? []) release();
    others.delete(id);
  }
  function tell() {
    line?.send({ kind: 'want', tab, channels: [...wanted.keys()] });
  }
  function askForLock(steal: boolean) {
    giveBack?.();
    if (key === null) return;
    giveBack = tabs.lock(key, { steal, onGained: lead, onLost: follow });
  }
  function lead() {
    role = 'leading';
    hold();
    own.resume();
    line?.send({ kind: 'beat', state });
  }
  function follow() {
    role = 'following';
    letGo();
    own.pause();
    heardAt = now();
    patienceMs = SILENT_MS + random() * SPREAD_MS;
    askForLock(false);
    tell();
  }
  function hear(message: ShareMessage) {
    if (message.kind === 'want' || message.kind === 'bye') return role === 'leading' ? serve(message) : undefined;
    if (role !== 'following') return;
    heardAt = now();
    if (message.kind === 'event') return onEvent(message.name, message.value as never);
    if (message.state === state) return;
    state = message.state;
    onState(state);
  }
  function serve(message: TabMessage) {
    if (message.kind === 'bye') return forget(message.tab);
    const known = others.get(message.tab);
    if (known === undefined && others.size >= TABS_MAX) return;
    const entry = known ?? { seenAt: 0, channels: new Map<string, () => void>() };
    others.set(message.tab, entry);
    entry.seenAt = now();
    const added = message.channels.filter((channel) => !entry.channels.has(channel));
    for (const channel of added) entry.channels.set(channel, own.want(channel));
    for (const [channel, release] of entry.channels) {
      if (message.channels.includes(channel)) continue;
      release();
      entry.channels.delete(channel);
    }
    // A stream begins with how things stand: what a tab wants anew it gets whole, also where the channel was open before.
    if (added.length > 0) own.again();
  }
  function beat() {
    if (role === 'leading') {
      line?.send({ kind: 'beat', state });
      for (const [id, { seenAt }] of others) if (now() - seenAt > GONE_MS) forget(id);
      return;
    }
    if (role !== 'following') return;
    tell();
    if (now() - heardAt <= patienceMs) return;
    heardAt = now();
    askForLock(true);
  }

  return {
    share(next) {
      if (key !== null) return;
      key = next;
      line = tabs.join(next, hear);
      every(beat, BEAT_MS);
      if (role === 'alone') follow();
    },
    want(channel) {
      const want = wanted.get(channel) ?? { count: 0, release: null };
      want.count += 1;
      wanted.set(channel, want);
      if (role === 'alone' || role === 'leading') want.release ??= own.want(channel);
      else if (want.count === 1) tell();
      let released = false;
      return () => {
        if (released) return;
        released = true;
        want.count -= 1;
        if (want.count > 0) return;
        want.release?.();
        wanted.delete(channel);
      };
    },
    wants: (channel) => wanted.has(channel) || own.wants(channel),
    pause() {
      if (role === 'resting') return;
      if (key !== null) line?.send({ kind: 'bye', tab });
      role = 'resting';
      if (key !== null) letGo();
      giveBack?.();
      giveBack = null;
      own.pause();
    },
    resume() {
      if (role !== 'resting') return;
      if (key === null) {
        role = 'alone';
        hold();
        own.resume();
      } else follow();
    },
  };
}
