import { expect, it } from 'vitest';
import { navigationOf } from './navigation';

const hrefs = (links: readonly { href: string }[]) => links.map(({ href }) => href);
const ALL = ['spot', 'perpetual', 'option', 'staking'];

it('links what the exchange offers, in the order of the rows and places', () => {
  const { menu, tabs } = navigationOf(ALL);
  expect(hrefs(tabs)).toEqual(['/tab1', '/market', '/tab2', '/tab4']);
  expect(hrefs(menu)).toEqual([
    '/tab4',
    '/account',
    '/tab2',
    '/wallet',
    '/spotorder',
    '/perpetualorder',
    '/optionOrder',
    '/record',
    '/language',
    '/faq',
  ]);
});

it('leaves out what the exchange lacks', () => {
  const { menu, tabs } = navigationOf([]);
  expect(hrefs(tabs)).toEqual(['/tab1', '/market', '/tab4']);
  expect(hrefs(menu)).toEqual(['/tab4', '/account', '/wallet', '/record', '/language', '/faq']);
});

it('lights the tab that a page stands under, and none where the page has no tab bar', () => {
  const { tabOf } = navigationOf(ALL);
  expect([tabOf['tab1-member'], tabOf.perpetualorder, tabOf.pledgehistory, tabOf.wallet, tabOf.marketInfo]).toEqual([
    'home',
    'market',
    'earn',
    'account',
    undefined,
  ]);
});
