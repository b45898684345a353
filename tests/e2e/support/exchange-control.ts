import { readFileSync } from 'node:fs';

/** Sends a signal to the exchange of the running product: the child of `npm start` that is not the app. */
export function signalExchange(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const parent = process.env.E2E_SERVER_PID;
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  const pid = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('exchange/main.mjs'));
  if (!pid) throw new Error('the exchange is not running');
  process.kill(Number(pid), signal);
}
