import { expect, test } from 'vitest';
import { WALLET_LINKS } from './deep-links';

const linkOf = (name: string, url: string) => WALLET_LINKS.find((wallet) => wallet.name === name)?.link(url);

test('MetaMask gets the address without its scheme', () => {
  expect(linkOf('MetaMask', 'https://app.test/empty_wallet?next=%2Fwallet')).toBe(
    'https://metamask.app.link/dapp/app.test/empty_wallet?next=%2Fwallet',
  );
});

test('an address with its own query survives inside the link of OKX', () => {
  const inner = new URL(linkOf('OKX Wallet', 'https://app.test/tab1?a=1&b=2') ?? '').searchParams.get('deeplink') ?? '';
  expect(new URL(inner).searchParams.get('dappUrl')).toBe('https://app.test/tab1?a=1&b=2');
});
