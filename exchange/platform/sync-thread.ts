import { Worker } from 'node:worker_threads';

/** A text, because the exchange that runs from its sources has no built file for a thread. */
const PROGRAM = `
  const { parentPort } = require('node:worker_threads');
  const { fdatasyncSync } = require('node:fs');
  parentPort.on('message', (descriptor) => {
    let problem = null;
    try {
      fdatasyncSync(descriptor);
    } catch (error) {
      problem = String(error);
    }
    parentPort.postMessage(problem);
  });
`;

/**
 * Syncs files in a thread of its own. The threads that calls of the system share also decode pictures and hash passwords, up to seconds each: a
 * commit must not wait behind what members ask for.
 */
export class SyncThread {
  // Nothing that was preloaded for the process is to run here again.
  readonly #worker = new Worker(PROGRAM, { eval: true, execArgv: [] });
  #end: (problem: string | null) => void = () => undefined;
  #problem: string | null = null;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (problem: string | null) => this.#end(problem));
    this.#worker.on('error', (error) => this.#fail(String(error)));
    this.#worker.on('exit', () => this.#fail('the thread that syncs files has ended'));
  }

  /** Resolves when what was written to the file is on the disk. One at a time. @throws Error when the disk refused, or the thread is gone */
  async sync(descriptor: number): Promise<void> {
    if (this.#problem !== null) throw new Error(this.#problem);
    // Whoever waits for it keeps the process.
    this.#worker.ref();
    const problem = await new Promise<string | null>((resolve) => {
      this.#end = resolve;
      this.#worker.postMessage(descriptor);
    });
    this.#worker.unref();
    if (problem !== null) throw new Error(problem);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(problem: string): void {
    this.#problem ??= problem;
    this.#end(this.#problem);
  }
}
