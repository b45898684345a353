/** Streams of one process at most; beyond it a client polls. */
const STREAMS_MAX = 10_000;
/** Streams of one member; a tab has one, hidden ones none. */
export const MEMBER_STREAMS_MAX = 16;
/** What one source, with all who share its address, may hold of the places that are free: a tenth, so that there is always room for another. */
const SOURCE_SHARE = 10;
/** Streams that a member gets whoever shares the address, while there is room. */
const MEMBER_STREAMS_SURE = 2;
/** Of all places those that are given out in this way. */
const SURE_SHARE = 0.8;

/** Who wants a stream: `user` null for a visitor; `source` where they come from. */
export type StreamOwner = { user: string | null; source: string };
type Place = { owner: StreamOwner; replace(): void };

/**
 * Limits the event streams of one process, per member and per source address. At a member's limit the oldest stream is closed: a phone that changes
 * its network leaves dead streams behind, and these are the oldest. At a source's limit a new stream is refused, as others share the address.
 */
export class StreamLimiter {
  private readonly places = new Set<Place>();
  private readonly byUser = new Map<string, Set<Place>>();
  private readonly bySource = new Map<string, number>();

  constructor(private readonly max: number = STREAMS_MAX) {}

  get size(): number {
    return this.places.size;
  }

  /** Takes a place and returns how to leave it; null when there is none. `replace` is called when a newer stream takes the place. */
  take(owner: StreamOwner, replace: () => void): (() => void) | null {
    const own = owner.user === null ? undefined : this.byUser.get(owner.user);
    const oldest = own !== undefined && own.size >= MEMBER_STREAMS_MAX ? own.values().next().value : undefined;
    if (oldest === undefined && !this.hasRoom(owner, own?.size ?? 0)) return null;
    if (oldest !== undefined) {
      this.leave(oldest);
      oldest.replace();
    }
    const place = { owner, replace };
    this.places.add(place);
    this.bySource.set(owner.source, (this.bySource.get(owner.source) ?? 0) + 1);
    if (owner.user !== null) this.byUser.set(owner.user, (this.byUser.get(owner.user) ?? new Set()).add(place));
    return () => this.leave(place);
  }

  private hasRoom({ user, source }: StreamOwner, own: number): boolean {
    if (this.size >= this.max) return false;
    const isSure = user !== null && own < MEMBER_STREAMS_SURE && this.size < this.max * SURE_SHARE;
    return isSure || (this.bySource.get(source) ?? 0) < Math.ceil((this.max - this.size) / SOURCE_SHARE);
  }

  private leave(place: Place): void {
    if (!this.places.delete(place)) return;
    const { user, source } = place.owner;
    const left = (this.bySource.get(source) ?? 1) - 1;
    if (left === 0) this.bySource.delete(source);
    else this.bySource.set(source, left);
    if (user === null) return;
    const own = this.byUser.get(user);
    own?.delete(place);
    if (own?.size === 0) this.byUser.delete(user);
  }
}
