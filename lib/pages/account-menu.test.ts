import { expect, it } from 'vitest';
import { FEATURES } from '../protocol/extensions';
import { accountMenuOf } from './account-menu';
import { PAGES } from './pages';

it('links no page that is not there, whatever the exchange says', () => {
  const lines = accountMenuOf(FEATURES);
  expect(lines.filter(({ href }) => !Object.hasOwn(PAGES, href.slice(1)))).toEqual([]);
});

it('leaves out what the exchange lacks', () => {
  const labels = (features: readonly string[]) => accountMenuOf(features).map(({ label }) => label);
  expect(labels([])).toEqual(['records', 'faq', 'about', 'language', 'settings']);
  expect(labels(['perpetual'])).toEqual(['contractOrders', 'records', 'faq', 'about', 'language', 'settings']);
});
