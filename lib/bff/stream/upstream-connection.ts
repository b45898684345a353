import 'server-only';
import { logFailure } from '../log-failure';
import { openLegacyStream } from '../../legacy/open-stream';
import type { Ticker } from '../../dto/market';
import { marketListOfType } from '../../protocol/markets';
import { getFeatures } from '../app/get-features';
import { reshapeMarket } from '../market/reshape';
import { callPublic } from '../upstream';
import type { StreamHub } from './hub';
import { toMessage } from './messages';
import { pollPrices } from './polled-line';
import { createSseReader } from './sse-reader';

const RETRY_FIRST_MS = 250;
/** Longest reconnect delay: a screen shouldn't stay silent longer once the exchange is back. */
const RETRY_MAX_MS = 5_000;
/** The exchange sends an event each second; a connection that is silent for so long is dead, whatever the socket says. */
const SILENCE_MAX_MS = 10_000;

/** Keeps one subscription to the exchange's event stream open, with reconnects, and passes its events to the hub; reads prices where it has none. */
export class UpstreamConnection {
  private control: AbortController | null = null;
  private lastId: string | null = null;

  /** `onUp` runs whenever the line stands (again): the exchange may have forgotten what was asked of it. */
  constructor(
    private readonly hub: StreamHub,
    private readonly onUp: () => void,
  ) {}

  get isRunning(): boolean {
    return this.control !== null;
  }

  start(): void {
    if (this.control !== null) return;
    this.control = new AbortController();
    this.keepOpen(this.control.signal).catch((error: unknown) => logFailure({ requestId: '-', where: 'stream', error }));
  }

  stop(): void {
    this.control?.abort();
    this.control = null;
    this.hub.forget();
  }

  private async keepOpen(signal: AbortSignal): Promise<void> {
    let retryMs = RETRY_FIRST_MS;
    let isReported = false;
    while (!signal.aborted) {
      try {
        const isWell = () => {
          retryMs = RETRY_FIRST_MS;
          isReported = false;
        };
        if (await hasStream()) await this.readOnce(signal, isWell);
        else {
          await pollPrices(this.hub, { readTickers, signal });
          isWell();
          continue;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isReported) logFailure({ requestId: '-', where: 'stream', error });
        isReported = true;
      }
      if (signal.aborted) return;
      this.hub.setState('down');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
    }
  }

  private async readOnce(signal: AbortSignal, onEvent: () => void): Promise<void> {
    const line = new AbortController();
    let silence = setTimeout(() => line.abort(), SILENCE_MAX_MS);
    try {
      const body = await openLegacyStream({ lastId: this.lastId, signal: AbortSignal.any([signal, line.signal]) });
      const read = createSseReader();
      const decoder = new TextDecoder();
      let isUp = false;
      for await (const chunk of body) {
        clearTimeout(silence);
        silence = setTimeout(() => line.abort(), SILENCE_MAX_MS);
        for (const event of read(decoder.decode(chunk, { stream: true }))) {
          onEvent();
          if (!isUp) this.onUp();
          isUp = true;
          this.hub.setState('up');
          if (event.id !== null) this.lastId = event.id;
          const message = toMessage(event);
          if (message === 'resync') this.hub.resync();
          else if (message !== null) this.hub.publish(message);
        }
      }
    } finally {
      clearTimeout(silence);
    }
  }
}

/** A backend with a list of what it offers names its stream there. */
async function hasStream(): Promise<boolean> {
  return (await getFeatures()).features.includes('stream');
}

async function readTickers(): Promise<Ticker[]> {
  const rows = await callPublic(marketListOfType, { type: '0' });
  const readAt = Date.now();
  return Object.values(rows).map((row) => reshapeMarket(row, { readAt }));
}
