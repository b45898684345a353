import { encodeFrame, type Frame, mergeFrames } from './stream.frames';

/** What a client that has stalled may cost: frames waiting here; the socket holds its own 16 KB beside. */
export const CLIENT_BYTES_MAX = 256 * 1024;
/** A client that took nothing for so long is gone. */
export const STALL_MAX_MS = 15_000;

/** Where a client's text goes. `write` returns false when no more should come until it has drained. */
export type Sink = { write(text: string): boolean; close(): void };

/** One connection: writes at once while the socket takes it, else keeps the latest of each key, and cuts beyond its bounds. */
export class StreamClient {
  private readonly waiting = new Map<string, Frame>();
  private bytes = 0;
  private stalledSince: number | null = null;
  isClosed = false;

  constructor(private readonly sink: Sink) {}

  send(frame: Frame, now: number): void {
    if (this.isClosed) return;
    if (this.stalledSince == null) {
      this.write(encodeFrame(frame), now);
      return;
    }
    const older = this.waiting.get(frame.key);
    const next = older ? mergeFrames(older, frame) : frame;
    // Moved to the end, so that ids go up on the wire and a resumption never skips one.
    this.waiting.delete(frame.key);
    this.waiting.set(frame.key, next);
    this.bytes += encodeFrame(next).length - (older ? encodeFrame(older).length : 0);
    if (this.bytes > CLIENT_BYTES_MAX) this.close();
  }

  /** The socket takes more again. */
  drain(now: number): void {
    this.stalledSince = null;
    for (const [key, frame] of this.waiting) {
      if (this.stalledSince != null || this.isClosed) return;
      this.waiting.delete(key);
      this.bytes -= encodeFrame(frame).length;
      this.write(encodeFrame(frame), now);
    }
  }

  /** A comment that keeps the line alive; cuts a client that has stalled too long. */
  beat(now: number): void {
    if (this.stalledSince == null) this.write(': beat\n\n', now);
    else if (now - this.stalledSince > STALL_MAX_MS) this.close();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.waiting.clear();
    this.sink.close();
  }

  private write(text: string, now: number): void {
    if (!this.sink.write(text)) this.stalledSince = now;
  }
}
