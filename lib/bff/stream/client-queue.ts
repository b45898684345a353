import { TRADES_MAX } from '../../protocol/wire';
import { mergeMessages, type StreamMessage } from './messages';
import { writeSse } from './sse-reader';

/** Bytes that wait for one client at most, beside one message; a slower client gets the latest values only. */
export const QUEUE_BYTES_MAX = 16 * 1024;

const encoder = new TextEncoder();
/** A message for thousands of clients is written once. */
const encoded = new WeakMap<StreamMessage, Uint8Array>();

function encode(message: StreamMessage): Uint8Array {
  const known = encoded.get(message);
  if (known !== undefined) return known;
  const bytes = encoder.encode(writeSse(message));
  encoded.set(message, bytes);
  return bytes;
}

export type Sink = { readonly desiredSize: number | null; enqueue(bytes: Uint8Array): void };

/**
 * Holds what one client has not taken yet: at most one message a topic, the latest (trades and account changes are merged), so that a
 * stalled client costs a bounded amount of memory.
 */
export class ClientQueue {
  private readonly waiting = new Map<string, StreamMessage>();

  constructor(private readonly sink: Sink) {}

  /** Sends now if the client keeps up, else keeps the message for later. */
  push(message: StreamMessage): void {
    if (this.waiting.size === 0 && this.isReady()) {
      this.sink.enqueue(encode(message));
      return;
    }
    const older = this.waiting.get(message.topic);
    this.waiting.set(message.topic, older === undefined ? message : mergeMessages(older, message, TRADES_MAX));
  }

  /** Sends what waited, as far as the client takes it. */
  flush(): void {
    for (const [topic, message] of this.waiting) {
      if (!this.isReady()) return;
      this.waiting.delete(topic);
      this.sink.enqueue(encode(message));
    }
  }

  /** Keeps proxies and phones from closing a quiet line; a client that doesn't take events doesn't get these either. */
  beat(): void {
    if (this.waiting.size === 0 && this.isReady()) this.sink.enqueue(encoder.encode(':\n\n'));
  }

  get size(): number {
    return this.waiting.size;
  }

  private isReady(): boolean {
    return (this.sink.desiredSize ?? 0) > 0;
  }
}
