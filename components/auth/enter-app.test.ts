import { expect, test } from 'vitest';
import { authPageAfterWallet, authHref, fill, wantedPage } from './enter-app';

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
  expect(authPageAfterWallet('/empty_wallet_login', `?next=${encodeURIComponent('/register?invit=ABC123')}`)).toBe(
    '/register?invit=ABC123',
  );
  expect(authPageAfterWallet('/empty_wallet_login', `?next=${encodeURIComponent('/empty_wallet_login?invit=ABC123')}`)).toBe(
    '/empty_wallet_login?invit=ABC123',
  );
});

test('fills the places of a text and leaves unknown ones', () => {
  expect(fill('Again in {seconds} s {x}', { seconds: 5 })).toBe('Again in 5 s {x}');
});
