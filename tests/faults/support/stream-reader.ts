import { BFF_KEY } from '../../helpers/exchange-process';

type Told = { trades: Map<string, number>; resyncs: number; books: number };

/** Follows the stream of one process and counts how often each trade was told. */
export class StreamReader {
  private told: Told = { trades: new Map(), resyncs: 0, books: 0 };
  private isOver = false;
  private abort = new AbortController();
  private lastId: string | null = null;
  private reading: Promise<void>;

  constructor(private readonly base: string) {
    this.reading = this.read();
  }

  /** How often each trade was told since the last call, how often everything had to be read again, and how many books came. */
  take(): Told {
    const told = this.told;
    this.told = { trades: new Map(), resyncs: 0, books: 0 };
    return told;
  }

  peek(): Told {
    return this.told;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    this.abort.abort();
    await this.reading;
  }

  /** Comes back after each loss of the line, from where it was. */
  private async read(): Promise<void> {
    while (!this.isOver) {
      try {
        const headers = { 'x-bff-key': BFF_KEY, ...(this.lastId === null ? {} : { 'last-event-id': this.lastId }) };
        const response = await fetch(`${this.base}/x/stream`, { headers, signal: this.abort.signal });
        let text = '';
        for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
          const blocks = (text + chunk).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) this.accept(block);
        }
      } catch {
        // The process is gone or stands still; the next try tells.
      }
      if (!this.isOver) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private accept(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    this.lastId = field('id') ?? this.lastId;
    const event = field('event');
    if (event === 'resync') this.told.resyncs += 1;
    if (event === 'book') this.told.books += 1;
    if (event !== 'trades') return;
    const { trades, type } = JSON.parse(field('data') ?? '{}') as { trades: { id: string }[]; type: string };
    if (type === 'spot') for (const { id } of trades) this.told.trades.set(id, (this.told.trades.get(id) ?? 0) + 1);
  }
}
