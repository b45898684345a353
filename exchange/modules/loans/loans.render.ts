import { Worker } from 'node:worker_threads';
import type { RenderAgreement } from './loans.documents';

/** A file that takes longer is given up. */
const RENDER_MS = 20_000;
/** Beside the built exchange, as the build makes it. */
const WORKER = new URL('./agreement-worker.mjs', import.meta.url);

/**
 * Makes a file in a thread of its own, so that no order waits for it.
 * @throws Error when it can't be made
 */
export const renderAgreement: RenderAgreement = async (content, signature, about) => {
  const worker = new Worker(WORKER, { workerData: { content, signature, about } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('an agreement took too long to be made')), RENDER_MS);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread of an agreement ended without a file')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
