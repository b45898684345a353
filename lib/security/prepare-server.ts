import { getEnv } from '../env';
import { createProxyTest } from './client-ip';
import { watchRequests } from './own-headers';

/** Stops a server with wrong settings at once, with the full list of what is wrong; from then on drops forged internal headers, and sends
 * nothing without its security headers. */
export function prepareServer(): void {
  const { trustedProxies, isHttps } = getEnv();
  createProxyTest(trustedProxies);
  watchRequests({ isHttps });
}
