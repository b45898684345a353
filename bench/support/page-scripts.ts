import type { Page } from '@playwright/test';
import type { Member } from './member';
import type { Phone } from './browser';

/** Scripts are collected until none came for this long. */
const QUIET_MS = 3_000;

/** Texts that stay in built code and stand for what a page may not load before it is needed. */
const KINDS = {
  wallet: /eip6963:|personal_sign|eth_requestAccounts|secp256k1/,
  chart: /lastValueVisible|createPriceLine|priceLineSource/,
} as const;
export type Kind = keyof typeof KINDS;
export type Script = { url: string; bytes: number; encoding: string; kinds: Kind[] };

/** Opens a page with an empty cache and returns every script that it loaded, with its size on the wire without headers. `isGzip`: of a browser that takes nothing better. */
export async function collectScripts(
  phone: Phone,
  { url, member, isShown, isGzip = false }: { url: string; member?: Member; isShown?: (page: Page) => Promise<unknown>; isGzip?: boolean },
): Promise<Script[]> {
  const { page, context, cdp } = await phone.visit(new URL(url).origin, member);
  const scripts = new Map<string, Script & { headBytes: number }>();
  let lastAt = Date.now();
  await cdp.send('Network.enable');
  if (isGzip) await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== 'Script' && !response.mimeType.includes('javascript')) return;
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? 'none';
    scripts.set(requestId, { url: response.url, bytes: 0, encoding, kinds: [], headBytes: response.encodedDataLength });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script === undefined) return;
    script.bytes = encodedDataLength - script.headBytes;
    lastAt = Date.now();
  });
  await page.goto(url, { waitUntil: 'load' });
  await isShown?.(page);
  while (Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  await context.close();
  // A script that was preloaded and then run is one transfer.
  const loaded = [...scripts.values()].filter(({ bytes }) => bytes > 0);
  return Promise.all(
    loaded.map(async ({ headBytes: _headBytes, ...script }) => {
      const text = await (await fetch(script.url)).text();
      return { ...script, kinds: (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].test(text)) };
    }),
  );
}

/** Bytes of all scripts, or of those that hold code of a kind. */
export function weigh(scripts: readonly Script[], kind?: Kind): number {
  return scripts.filter(({ kinds }) => kind === undefined || kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
}
