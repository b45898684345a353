import { parentPort } from 'node:worker_threads';
import { type ChosenPassword, findPasswordFault } from './accounts.password-strength';

/** The program of the thread that judges passwords, one after the other. */
parentPort?.on('message', ({ id, ...chosen }: ChosenPassword & { id: number }) => {
  parentPort?.postMessage({ id, fault: findPasswordFault(chosen) });
});
