import { getEnv } from '../env';
import { createProxyTest } from './client-ip';
import { watchOwnHeaders } from './own-headers';

/** Stops a server with wrong settings at once, with the full list of what is wrong; drops forged internal headers from then on. */
export function prepareServer(): void {
  createProxyTest(getEnv().trustedProxies);
  watchOwnHeaders();
}
