import type { Metrics } from '../../platform/metrics';

/** Work that moves risk and is refused for so long is alarmed; it is tried again with every price until then and afterwards. */
const REFUSED_ALARM_MS = 60_000;
/** The same where there is nobody to trade with, which is the market's and not a fault. */
const UNANSWERED_ALARM_MS = 10 * 60_000;
const UNANSWERED: ReadonlySet<string> = new Set(['ORDER_NO_LIQUIDITY', 'NOBODY_TAKES']);
/** What is due is tried with every price: one refused again after more than this was not due in between. */
const GAP_MS = 60_000;
/** Works followed at most: the oldest makes room. */
const FOLLOWED_MAX = 10_000;

/** `key` names one work (an order, a position's stop), `work` its kind in a fixed word. `at` is the time of the price that made it due (ms). */
type Work = { key: string; work: string; at: number };

/**
 * Follows what is due and was refused: counts every refusal in `exchange_due_refused_total` and raises the alarm `due_refused` once for each
 * work that keeps being refused.
 */
export class Refusals {
  private readonly since = new Map<string, { at: number; last: number; isAlarmed: boolean }>();
  private readonly counter;

  constructor(private readonly deps: { metrics: Metrics; product: string }) {
    this.counter = deps.metrics.counter({
      name: 'due_refused_total',
      help: 'Stops, liquidations and sales of the insurance fund that were due and refused',
      labelNames: ['product', 'work', 'code'],
    });
  }

  /** Works that were refused the last time they were tried. */
  get size(): number {
    return this.since.size;
  }

  refused({ key, work, at }: Work, code: string): void {
    const { metrics, product } = this.deps;
    this.counter.inc({ product, work, code });
    const known = this.since.get(key);
    if (known === undefined || at - known.last > GAP_MS) {
      const [oldest] = this.since.keys();
      if (known === undefined && this.since.size >= FOLLOWED_MAX) this.since.delete(oldest as string);
      this.since.set(key, { at, last: at, isAlarmed: false });
      return;
    }
    known.last = at;
    if (known.isAlarmed || at - known.at < (UNANSWERED.has(code) ? UNANSWERED_ALARM_MS : REFUSED_ALARM_MS)) return;
    known.isAlarmed = true;
    metrics.alarm('due_refused', { product, key, code, since: known.at }, 'what is due keeps being refused');
  }

  /** It was done, or is no longer due. */
  ended(key: string): void {
    this.since.delete(key);
  }
}
