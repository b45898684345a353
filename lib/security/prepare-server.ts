import { getEnv } from '../env';
import { createProxyTest } from './client-ip';
import { watchRequests } from './own-headers';

/**
 * Stops a server with wrong settings at once, with the full list of what is wrong; from then on drops forged internal headers, and sends nothing without
 * its security headers. `readEnv`: its settings. `end`: how the process ends; a server whose preparation only throws goes on and answers 500 to everything.
 */
export function prepareServer({
  readEnv = getEnv,
  end = process.exit,
}: {
  readEnv?: typeof getEnv;
  end?: (code: number) => void;
} = {}): void {
  try {
    const { trustedProxies, isHttps } = readEnv();
    createProxyTest(trustedProxies);
    watchRequests({ isHttps });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    end(1);
  }
}
