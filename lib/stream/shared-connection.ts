import type { StreamEvents } from '../dto/stream';
import { type Connection, type ConnectionState, once } from './connection';
import { LeaderLiveness } from './leader-liveness';

/** How often a tab says what it wants, and the leader that it is there. */
const BEAT_MS = 500;
/** A tab that said nothing for so long has gone without a word. */
const GONE_MS = 3_000;
/** Tabs that a leader opens channels for; more open streams of their own. */
const TABS_MAX = 20;

type TabMessage = { kind: 'want'; tab: string; channels: readonly string[] } | { kind: 'bye'; tab: string };
type LeaderMessage =
  | { kind: 'beat'; state: ConnectionState; tab?: string }
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
    onState(state: ConnectionState): void;
  }): Connection;
  onEvent<K extends keyof StreamEvents>(name: K, value: StreamEvents[K]): void;
  onState(state: ConnectionState): void;
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
 * frozen or silent is replaced, and so is one whose line stays down; tabs of another session or account have another name, and hear nothing.
 */
export function createSharedConnection({ connect, onEvent, onState, tabs, tab, now, every, random }: Deps): SharedConnection {
  let role: Role = 'alone';
  let key: string | null = null;
  let state: ConnectionState = 'connecting';
  const watch = new LeaderLiveness(now, random);
  let line: ReturnType<Tabs['join']> | null = null;
  let giveBack: (() => void) | null = null;
  const note = (next: ConnectionState) => {
    state = next;
    onState(next);
  };
  const own = connect({
    onEvent(name, value) {
      onEvent(name, value);
      if (role === 'leading') line?.send({ kind: 'event', name, value });
    },
    onState(next) {
      note(next);
      if (role === 'leading') line?.send({ kind: 'beat', state, tab });
    },
  });
  const wants = new Wants(own);
  const others = new Followers(own, now);
  function letGo() {
    wants.letGo();
    others.forgetAll();
  }
  const tell = () => line?.send({ kind: 'want', tab, channels: wants.list() });
  function askForLock(steal: boolean) {
    giveBack?.();
    if (key !== null) giveBack = tabs.lock(key, { steal, onGained: lead, onLost: follow });
  }
  function lead() {
    role = 'leading';
    wants.hold();
    own.resume();
    line?.send({ kind: 'beat', state, tab });
  }
  function follow() {
    role = 'following';
    letGo();
    own.pause();
    watch.begin();
    askForLock(false);
    tell();
  }
  function hear(message: ShareMessage) {
    if (message.kind === 'want' || message.kind === 'bye') return role === 'leading' ? others.hear(message) : undefined;
    if (role !== 'following') return;
    watch.hear(message);
    if (message.kind === 'event') return onEvent(message.name, message.value as never);
    if (message.state !== state) note(message.state);
  }
  function beat() {
    if (role === 'leading') {
      others.forgetGone();
      return line?.send({ kind: 'beat', state, tab });
    }
    if (role !== 'following') return;
    tell();
    if (!watch.isOver) return;
    watch.again();
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
      const { isFirst, giveBack: end } = wants.add(channel);
      if (role === 'alone' || role === 'leading') wants.hold();
      else if (isFirst) tell();
      return end;
    },
    wants: (channel) => wants.has(channel) || own.wants(channel),
    pause() {
      if (role === 'resting') return;
      line?.send({ kind: 'bye', tab });
      role = 'resting';
      if (key !== null) letGo();
      giveBack?.();
      giveBack = null;
      own.pause();
    },
    resume() {
      if (role !== 'resting') return;
      if (key !== null) return follow();
      role = 'alone';
      wants.hold();
      own.resume();
    },
  };
}

/** What this tab wants itself, and what of it stands on its own line. */
class Wants {
  readonly #own: Connection;
  readonly #wanted = new Map<string, { count: number; release: (() => void) | null }>();

  constructor(own: Connection) {
    this.#own = own;
  }

  /** Counts one more who wants a channel; `giveBack` counts it off, once. */
  add(channel: string): { isFirst: boolean; giveBack(): void } {
    const want = this.#wanted.get(channel) ?? { count: 0, release: null };
    want.count += 1;
    this.#wanted.set(channel, want);
    const giveBack = once(() => {
      want.count -= 1;
      if (want.count > 0) return;
      want.release?.();
      this.#wanted.delete(channel);
    });
    return { isFirst: want.count === 1, giveBack };
  }

  /** Has all of it on the own line. */
  hold(): void {
    for (const [channel, want] of this.#wanted) want.release ??= this.#own.want(channel);
  }

  /** Has none of it there any more; it is wanted still. */
  letGo(): void {
    for (const want of this.#wanted.values()) {
      want.release?.();
      want.release = null;
    }
  }

  has(channel: string): boolean {
    return this.#wanted.has(channel);
  }

  list(): string[] {
    return [...this.#wanted.keys()];
  }
}

/** The tabs that a leader serves: what each of them wants is wanted of the leader's own line. */
class Followers {
  readonly #own: Connection;
  readonly #now: () => number;
  readonly #tabs = new Map<string, { seenAt: number; channels: Map<string, () => void> }>();

  constructor(own: Connection, now: () => number) {
    this.#own = own;
    this.#now = now;
  }

  hear(message: TabMessage): void {
    if (message.kind === 'bye') return void this.#forget(message.tab);
    const known = this.#tabs.get(message.tab);
    if (known === undefined && this.#tabs.size >= TABS_MAX) return;
    const entry = known ?? { seenAt: 0, channels: new Map<string, () => void>() };
    this.#tabs.set(message.tab, entry);
    entry.seenAt = this.#now();
    const added = message.channels.filter((channel) => !entry.channels.has(channel));
    for (const channel of added) entry.channels.set(channel, this.#own.want(channel));
    for (const [channel, release] of entry.channels) {
      if (message.channels.includes(channel)) continue;
      release();
      entry.channels.delete(channel);
    }
    // A stream begins with how things stand: what a tab wants anew it gets whole, also where the channel was open before.
    if (added.length > 0) this.#own.again();
  }

  /** Forgets tabs that have gone without a word. */
  forgetGone(): void {
    for (const [id, { seenAt }] of this.#tabs) if (this.#now() - seenAt > GONE_MS) this.#forget(id);
  }

  forgetAll(): void {
    for (const id of [...this.#tabs.keys()]) this.#forget(id);
  }

  #forget(id: string): void {
    for (const release of this.#tabs.get(id)?.channels.values() ?? []) release();
    this.#tabs.delete(id);
  }
}
