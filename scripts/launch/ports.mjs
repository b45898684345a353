import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 150;

/** Throws with a sentence for the person at the terminal when something listens on `port` already. */
export async function requireFreePort({ port, host, variable }) {
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use already. Stop what uses it, or choose another: ${variable}=${port + 1} npm start`
            : `Port ${port} can't be opened (${error.code}). Choose another: ${variable}=${port + 1} npm start`,
        ),
      ),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(resolve));
  });
}

/** Returns the host of an address under which a server that listens on `host` is asked from this computer. */
export function probeHost(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Waits until `url` answers with a status that `accepts`; false when it didn't within `timeoutMs` or `isGone` became true. */
export async function waitFor({ url, timeoutMs, isGone = () => false, accepts = (status) => status === 200 }) {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !isGone()) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
      await answer.arrayBuffer();
      if (accepts(answer.status)) return true;
    } catch {
      // Not up yet: that is what is being waited for.
    }
    await sleep(POLL_MS);
  }
  return false;
}
