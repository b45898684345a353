import { expect, it } from 'vitest';
import { describeAgent } from './describe-agent';

const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
it.each([
  [`${ANDROID} Chrome/143.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${ANDROID} Version/4.0 Chrome/143.0.0.0 Mobile Safari/537.36 MetaMaskMobile`, 'MetaMask', 'Android'],
  [`${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [`${APPLE} Version/18.3 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${APPLE} Mobile/15E148 OKApp/6.90`, 'OKX Wallet', 'iPhone'],
  [`${APPLE} CriOS/143.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'macOS'],
  ['curl/8.5.0', undefined, undefined],
  ['', undefined, undefined],
])('%s is %s on %s', (agent, browser, system) => expect(describeAgent(agent)).toEqual({ browser, system }));
