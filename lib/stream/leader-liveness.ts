import { type ConnectionState, REPLACED_MS } from './connection';

/** Heartbeat timeout: the leader tab is closed or frozen. With one heartbeat and the time to open a stream the takeover stays below two seconds. */
const SILENT_MS = 1_200;
/** Random jitter, so that the follower tabs don't all take over at the same moment. */
const SPREAD_MS = 200;
/**
 * A leader whose connection is down for so long is replaced, though its heartbeat goes on: another tab may get one. Longer than the delay after a
 * stream was closed in favour of newer ones, so that tabs don't take turns.
 */
export const DOWN_MS = REPLACED_MS + 15_000;

/** Failure detector of leader election among tabs: a follower keeps its leader while heartbeats arrive and its connection comes up now and then. */
export class LeaderLiveness {
  private heardAt = 0;
  /** When its connection was up last, or since when there is this leader. */
  private upAt = 0;
  private leader: string | undefined;
  private patienceMs = SILENT_MS;
  constructor(
    private readonly now: () => number,
    private readonly random: () => number,
  ) {}
  begin(): void {
    this.again();
    this.patienceMs = SILENT_MS + this.random() * SPREAD_MS;
  }
  again(): void {
    this.heardAt = this.now();
    this.upAt = this.heardAt;
  }
  /** Takes what a leader said: an event, or a beat with how its line is. */
  hear(message: { kind: 'event' } | { kind: 'beat'; state: ConnectionState; tab?: string }): void {
    this.heardAt = this.now();
    if (message.kind === 'event') return;
    // A new leader has as long as the last one: its line is only just opened.
    if (message.state === 'up' || message.tab !== this.leader) this.upAt = this.heardAt;
    this.leader = message.tab;
  }
  get isOver(): boolean {
    return this.now() - this.heardAt > this.patienceMs || this.now() - this.upAt > DOWN_MS + this.patienceMs;
  }
}
