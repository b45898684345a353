import { type ConnectionState, REPLACED_MS } from './connection';

/** A leader that is silent for so long is closed or frozen; with a beat and the time to open a stream that stays below two seconds. */
const SILENT_MS = 1_200;
/** Tabs that find the leader silent don't all take its place in the same moment. */
const SPREAD_MS = 200;
/**
 * A leader whose own line isn't up for so long is replaced, though it beats: another tab's may stand. Longer than a stream waits on purpose that newer
 * ones took the place of, so tabs don't take turns at it.
 */
export const DOWN_MS = REPLACED_MS + 15_000;

/** How long a follower has patience with its leader: while it says something, and its line is up now and then. */
export class LeaderLiveness {
  private heardAt = 0;
  /** When its line was up last, or since when there is this leader. */
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
