import { expect, test } from 'vitest';
import { authHref, authPageAfterWallet, hrefInLocale, wantedPage } from './wanted-page';

test.each([
  { name: 'the page that the guard noted', search: '?next=%2Fwallet', page: '/wallet' },
  { name: 'the home tab when nothing was noted', search: '', page: '/tab1' },
  { name: 'never another site', search: '?next=https%3A%2F%2Fevil.test', page: '/tab1' },
  { name: 'never back to a sign-in page', search: '?next=%2Fempty_wallet_login', page: '/tab1' },
  { name: 'never back to a sign-in page of another language', search: '?next=%2Fzh-CN%2Flogin', page: '/tab1' },
  {
    name: 'what a sign-in page was asked for',
    search: `?next=${encodeURIComponent('/login?next=%2Frecord%3Factive%3D4')}`,
    page: '/record?active=4',
  },
])('goes on to $name', ({ search, page }) => {
  expect(wantedPage(search)).toBe(page);
});

test('a sign-in page keeps the page that was wanted and the invitation', () => {
  expect(authHref('/register', '?next=%2Fwallet&invit=ABC123&x=1')).toBe('/register?next=%2Fwallet&invit=ABC123');
});

test('an invitation survives the detour for a wallet', () => {
  expect(authPageAfterWallet('en', `?next=${encodeURIComponent('/register?invit=ABC123')}`)).toBe('/register?invit=ABC123');
  expect(authPageAfterWallet('en', `?next=${encodeURIComponent('/empty_wallet_login?invit=ABC123')}`)).toBe(
    '/empty_wallet_login?invit=ABC123',
  );
});

test('after the detour for a wallet the language is the one that was chosen there', () => {
  expect(authPageAfterWallet('fr', `?next=${encodeURIComponent('/de/login?next=%2Fwallet')}`)).toBe('/fr/login?next=%2Fwallet');
  expect(authPageAfterWallet('en', '?next=%2Fde%2Flogin')).toBe('/login');
});

test('a language link keeps what the address asks for, once', () => {
  expect(hrefInLocale('de', '/tab1', 'next=%2Fwallet')).toBe('/de/tab1?next=%2Fwallet');
  expect(hrefInLocale('de', '/tab1', '')).toBe('/de/tab1');
  expect(hrefInLocale('de', '/web_view?active=5', 'active=5')).toBe('/de/web_view?active=5');
});
