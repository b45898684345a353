// A minute of ticking prices on /market and /marketInfo, on a processor slowed down four times: layout shift, frames, tasks, heap.
import type { Page } from '@playwright/test';
import { openPhone, type Phone } from '../support/browser';
import { type Member, signInMember } from '../support/member';
import { printVerdict } from '../support/print';
import { startProduct } from '../support/product';
import { startWatching, type Watched, watch } from '../support/watch-page';

const SECONDS = Number(process.env.SECONDS ?? 60);
/** What a page loads and compiles when it opens is not ticking. */
const SETTLE_MS = 10_000;
const SLOW_DOWN = 4;
const WAIT_MS = 60_000;
const REFERENCE_SECONDS = 10;
const FRAMES_MIN = 55;
const TASK_MS_MAX = 100;
const HEAP_MB_MAX = 2;

async function measure(phone: Phone, input: { url: string; member?: Member; seconds: number; isShown?: (page: Page) => Promise<unknown> }) {
  const { page, context, cdp } = await phone.visit(new URL(input.url).origin, input.member);
  await page.goto(input.url, { waitUntil: 'load' });
  await input.isShown?.(page);
  await page.waitForTimeout(SETTLE_MS);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await startWatching(page);
  const watched = await watch({ page, cdp, seconds: input.seconds });
  await context.close();
  return watched;
}

function print(name: string, { layoutShift, shifted, framesPerSecond, tasks, heapGrowth }: Watched): void {
  const mb = heapGrowth / 2 ** 20;
  const longest = Math.max(0, ...tasks);
  console.log(`${name}: ${tasks.length} tasks above 50 ms: ${tasks.map((ms) => Math.round(ms)).join(', ')}`);
  const verdict = (what: string, value: string, wanted: string, isReached: boolean) =>
    printVerdict({ what: `${name}, ${what}`, value, wanted, isReached });
  verdict('layout shift', `${layoutShift.toFixed(4)} ${shifted.join(' ')}`, '0.00', layoutShift < 0.005);
  verdict('frames a second', framesPerSecond.toFixed(1), `at least ${FRAMES_MIN}`, framesPerSecond >= FRAMES_MIN);
  verdict('longest task', longest === 0 ? 'below 50 ms' : `${Math.round(longest)} ms`, `at most ${TASK_MS_MAX} ms`, longest <= TASK_MS_MAX);
  verdict('heap growth', `${mb.toFixed(2)} MB`, `at most ${HEAP_MB_MAX} MB`, mb <= HEAP_MB_MAX);
}

const product = await startProduct();
const phone = await openPhone();
try {
  const member = await signInMember(product.origin);
  // A page that does nothing shows what this machine and its other load leave of a frame.
  const still = await measure(phone, { url: `${product.origin}/robots.txt`, seconds: REFERENCE_SECONDS });
  console.log(`Chromium ${phone.version}; a page that does nothing: ${still.framesPerSecond.toFixed(1)} frames a second`);
  const market = { url: `${product.origin}/market`, isShown: (page: Page) => page.getByText('DOGE').first().waitFor({ timeout: WAIT_MS }) };
  const marketInfo = {
    url: `${product.origin}/marketInfo?coin=BTC`,
    isShown: (page: Page) => page.locator('canvas').first().waitFor({ timeout: WAIT_MS }),
  };
  print('/market', await measure(phone, { ...market, member, seconds: SECONDS }));
  print('/marketInfo', await measure(phone, { ...marketInfo, member, seconds: SECONDS }));
} finally {
  await phone.close();
  await product.stop();
}
