import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RenderAgreement } from './loans.documents';

/** A file that takes longer is given up. */
const RENDER_MS = 20_000;
/** Beside the built exchange; where it runs from its sources there is none. */
const WORKER = new URL('./agreement-worker.mjs', import.meta.url);

/**
 * Makes a file in a thread of its own, so that no order waits for it; in this one where the exchange was not built.
 * @throws Error when it can't be made
 */
export const renderAgreement: RenderAgreement = async (content, signature, about) => {
  if (!existsSync(fileURLToPath(WORKER))) {
    const { renderAgreementFile } = await import('./loans.pdf');
    return renderAgreementFile(content, signature, about);
  }
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
