import { Worker } from 'node:worker_threads';

const PROGRAM = `
  const longest = new Float64Array(require('node:worker_threads').workerData);
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    longest[0] = Math.max(longest[0], now - last);
    last = now;
  }, 5);`;

/**
 * Starts a thread that does nothing but tick. `takeLongest` returns its longest time between two ticks since it was asked before (ms): what the machine had no
 * processor for, whoever wanted it.
 */
export function startTickingThread(): { takeLongest(): number } {
  const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const longest = new Float64Array(shared);
  new Worker(PROGRAM, { eval: true, workerData: shared }).unref();
  return {
    takeLongest() {
      const ms = longest[0] ?? 0;
      longest[0] = 0;
      return ms;
    },
  };
}
