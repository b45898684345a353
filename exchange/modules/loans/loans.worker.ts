import { parentPort, workerData } from 'node:worker_threads';
import { renderAgreementFile } from './loans.pdf';

/** The program of the thread that makes one agreement. */
const { content, signature, about } = workerData as {
  content: Parameters<typeof renderAgreementFile>[0];
  signature: Uint8Array | null;
  about: Parameters<typeof renderAgreementFile>[2];
};
parentPort?.postMessage(await renderAgreementFile(content, signature, about));
