import type { Mode } from '../../../lib/protocol/wire';
import { createDesk, type Desk, Quoter, type QuoterDeps } from './liquidity.desk';
import { findAccounts } from './liquidity.funding';
import { OldQuotes } from './liquidity.quotes';

/** How often the quotes of a book that is looked at are checked; with 44 cancels, 44 orders and one trade at most, this bounds the order rate. */
export const CHECK_MS = 1_000;

/** `isDrivenByHand`: no timer checks the books, whoever has the clock calls `check` at its seconds. */
export type LiquidityDeps = QuoterDeps & { isDrivenByHand?: boolean };

export type LiquidityService = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Checks every book that is looked at once, or waits for the check of it that is under way; the timer does this by itself. */
  check(): Promise<void>;
};

/** Quotes around the index in every book that somebody looks at. */
export function createLiquidityService(input: LiquidityDeps): LiquidityService {
  return new LookedAtBooks(input);
}

class LookedAtBooks implements LiquidityService {
  private readonly desks = new Map<string, Desk>();
  private readonly ends: (() => void)[] = [];
  private readonly old: OldQuotes;
  private readonly quoter: Quoter;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: LiquidityDeps) {
    this.old = new OldQuotes(deps.door, deps.platform.log);
    this.quoter = new Quoter(deps, this.old);
  }

  async start(): Promise<void> {
    const { door, platform, type } = this.deps;
    await this.clear();
    this.ends.push(door.onTouch((market, mode) => this.touch(market, mode)));
    this.ends.push(
      platform.events.subscribe((event) => {
        const isOurs = event.kind === 'trades' && (event.type ?? 'spot') === type;
        const desk = isOurs ? this.desks.get(keyOf(event.market, event.mode)) : undefined;
        if (desk !== undefined) desk.hasTraded = true;
      }),
    );
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    this.silence();
    await Promise.all([...this.desks.values()].map((desk) => desk.running));
    this.desks.clear();
    await this.clear();
  }

  async check(): Promise<void> {
    await Promise.all([...this.desks.values()].map((desk) => this.checkDesk(desk)));
    if (this.desks.size === 0) this.silence();
  }

  private silence(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private checkDesk(desk: Desk): Promise<void> {
    const leave = () => this.desks.delete(keyOf(desk.terms.market, desk.mode));
    desk.running ??= this.quoter.renew(desk, leave).finally(() => {
      desk.running = null;
    });
    return desk.running;
  }

  /** Answers with the first quotes of a book that nobody was looking at. */
  private touch(market: string, mode: Mode): void | Promise<void> {
    const { markets, modes, platform } = this.deps;
    const key = keyOf(market, mode);
    const known = this.desks.get(key);
    if (known !== undefined) {
      known.lookedAt = platform.clock.now();
      // The first quotes are still on their way to whoever else looks now.
      return known.resting.length === 0 && known.running !== null ? known.running : undefined;
    }
    const terms = markets.listMarkets().find((candidate) => candidate.market === market);
    if (terms === undefined || !modes.includes(mode)) return;
    const desk = createDesk({ terms, mode, now: platform.clock.now() });
    this.desks.set(key, desk);
    if (this.timer === null && this.deps.isDrivenByHand !== true) {
      this.timer = setInterval(() => void this.check(), CHECK_MS);
      this.timer.unref();
    }
    return this.checkDesk(desk);
  }

  private async clear(): Promise<void> {
    const { door, markets, platform, type } = this.deps;
    const here = markets.listMarkets().flatMap(({ market }) => (door.isHere(market) ? [market] : []));
    for (const [market, userIds] of await findAccounts(platform.db.read, { type, markets: here })) await this.old.clear(market, userIds);
  }
}

function keyOf(market: string, mode: Mode): string {
  return `${market}:${mode}`;
}
