import type { StreamMessage } from './messages';
import { topics } from './messages';
import { ACCOUNT_CHANGES } from '../../protocol/wire';

/** Messages with a number that a client may ask for again after a break. */
const HISTORY_MAX = 1_000;
/** Topics whose latest value is kept for those who join. */
const LATEST_MAX = 1_000;

export type Listener = { topics: ReadonlySet<string>; receive(message: StreamMessage): void };

/** Hands each message of the one line to the exchange to everyone who listens to its topic. */
export class StreamHub {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly latest = new Map<string, StreamMessage>();
  private readonly history: StreamMessage[] = [];
  /** Null until the line was tried: nobody is told that it is down while it is only being opened. */
  private state: 'up' | 'down' | null = null;

  /** Adds a listener and tells it the state of the line, the latest values, and what it missed after `lastId`. */
  join(listener: Listener, lastId: string | null): void {
    for (const topic of listener.topics) {
      const group = this.listeners.get(topic) ?? new Set();
      group.add(listener);
      this.listeners.set(topic, group);
    }
    if (this.state !== null) listener.receive({ topic: topics.upstream, event: 'upstream', data: { state: this.state }, id: null });
    for (const topic of listener.topics) {
      const message = this.latest.get(topic);
      if (message !== undefined && this.state === 'up') listener.receive(message);
    }
    if (lastId !== null) this.repeat(listener, lastId);
  }

  leave(listener: Listener): void {
    for (const topic of listener.topics) {
      const group = this.listeners.get(topic);
      group?.delete(listener);
      if (group?.size === 0) this.listeners.delete(topic);
    }
  }

  publish(message: StreamMessage): void {
    if (message.event === 'tickers' || message.event === 'marks' || message.event === 'book') this.keepLatest(message);
    if (message.id !== null) this.history.push(message);
    if (this.history.length > HISTORY_MAX) this.history.shift();
    for (const listener of this.listeners.get(message.topic) ?? []) listener.receive(message);
  }

  /** Tells everyone how the line to the exchange is. */
  setState(state: 'up' | 'down'): void {
    if (this.state === state) return;
    this.state = state;
    if (state === 'down') this.latest.clear();
    this.publish({ topic: topics.upstream, event: 'upstream', data: { state }, id: null });
  }

  /** The line was closed because nobody listens. */
  forget(): void {
    this.state = null;
    this.latest.clear();
  }

  /** Something may have been missed: what was kept is dropped, and everyone is told so that they read again. */
  resync(): void {
    this.history.length = 0;
    this.setState('down');
    this.setState('up');
  }

  hasTopic(topic: string): boolean {
    return this.listeners.has(topic);
  }

  get topicNames(): string[] {
    return [...this.listeners.keys()];
  }

  private keepLatest(message: StreamMessage): void {
    this.latest.delete(message.topic);
    this.latest.set(message.topic, message);
    if (this.latest.size > LATEST_MAX) this.latest.delete(this.latest.keys().next().value as string);
  }

  private repeat(listener: Listener, lastId: string): void {
    const index = this.history.findIndex((message) => message.id === lastId);
    if (index !== -1) {
      for (const message of this.history.slice(index + 1)) if (listener.topics.has(message.topic)) listener.receive(message);
      return;
    }
    // Too long ago: the client is told that everything of its own may have changed.
    const own = [...listener.topics].find((topic) => topic.startsWith('account '));
    if (own !== undefined)
      listener.receive({ topic: own, event: 'account', data: { changed: [...ACCOUNT_CHANGES], symbol: null }, id: null });
  }
}
