// JavaScript on first load of /tab1 (as gzip) and of /marketInfo with its chart, on the wire in a real browser, beside a bare page of the framework (as gzip).
import type { Page } from '@playwright/test';
import { signInMember } from '../support/member';
import { openPhone } from '../support/browser';
import { collectScripts, type Script, weigh } from '../support/page-scripts';
import { startPlainApp } from '../support/plain-app';
import { printVerdict } from '../support/print';
import { startProduct } from '../support/product';

const LANDING_ABOVE_BARE_MAX = 15;
const MARKET_INFO_MAX = 235;
const WAIT_MS = 60_000;

const kb = (bytes: number) => bytes / 1000;
const text = (bytes: number) => `${kb(bytes).toFixed(1)} KB`;

function print(name: string, scripts: readonly Script[]): void {
  const encodings = [...new Set(scripts.map(({ encoding }) => encoding))].join(', ');
  console.log(`${name}: ${text(weigh(scripts))} of JavaScript in ${scripts.length} files (${encodings})`);
  if (process.env.VERBOSE !== '1') return;
  for (const { url, bytes, kinds } of [...scripts].sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${text(bytes).padStart(9)}  ${new URL(url).pathname} ${kinds.join(' ')}`);
  }
}

const plain = await startPlainApp();
const product = await startProduct();
const phone = await openPhone();
try {
  const bare = await collectScripts(phone, { url: `${plain.origin}/`, isGzip: true });
  const landing = await collectScripts(phone, { url: `${product.origin}/tab1`, isGzip: true });
  const member = await signInMember(product.origin);
  const visit = {
    url: `${product.origin}/marketInfo?coin=BTC`,
    member,
    isShown: (page: Page) => page.locator('canvas').first().waitFor({ timeout: WAIT_MS }),
  };
  const marketInfo = await collectScripts(phone, visit);
  const asGzip = await collectScripts(phone, { ...visit, isGzip: true });
  console.log(`Chromium ${phone.version}`);
  print('bare page', bare);
  print('/tab1 of a visitor', landing);
  print('/marketInfo with the chart shown', marketInfo);
  print('the same as gzip', asGzip);

  const above = kb(weigh(landing) - weigh(bare));
  const unneeded = weigh(landing, 'wallet') + weigh(landing, 'chart');
  printVerdict({
    what: '/tab1 above the bare page',
    value: `${above.toFixed(1)} KB`,
    wanted: `at most ${LANDING_ABOVE_BARE_MAX} KB`,
    isReached: above <= LANDING_ABOVE_BARE_MAX,
  });
  printVerdict({ what: 'wallet and chart code on /tab1', value: text(unneeded), wanted: '0', isReached: unneeded === 0 });
  printVerdict({
    what: 'wallet code on /marketInfo',
    value: text(weigh(marketInfo, 'wallet')),
    wanted: '0',
    isReached: weigh(marketInfo, 'wallet') === 0,
  });
  printVerdict({
    what: '/marketInfo with the chart shown',
    value: text(weigh(marketInfo)),
    wanted: `at most ${MARKET_INFO_MAX} KB`,
    isReached: kb(weigh(marketInfo)) <= MARKET_INFO_MAX,
  });
} finally {
  await phone.close();
  await product.stop();
  await plain.stop();
}
