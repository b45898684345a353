import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Home } from '@/lib/dto/balances';
import home from '@/messages/en/home.json';
import staking from '@/messages/en/staking.json';
import { RateTable } from './rate-table';

const draw = (rows: Home['rateTable']) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Home: home, Staking: staking }} timeZone="UTC">
      <RateTable rows={rows} />
    </NextIntlClientProvider>,
  ).replaceAll(/(<[^>]*>|<!-- -->)+/g, '·');
const BOUNDS = { amountMin: '1000', amountMax: '500000000' };

it('each row says its term, daily and yearly rates, and the table where they come from', () => {
  const text = draw([
    { ...BOUNDS, days: 7, rateMin: '0.0002', rateMax: '0.0004' },
    { ...BOUNDS, days: 15, rateMin: '0.0003', rateMax: '0.0003' },
  ]);
  expect(text).toContain('7 Days·1,000');
  expect(text).toMatch(/0\.0200%.+0\.0400%·APR \(simple\)·7\.30%.+14\.60%·APY \(if reinvested daily\)·7\.57%.+15\.71%/);
  expect(text).toMatch(/15 Days·.*·0\.0300%·APR \(simple\)·10\.95%·APY \(if reinvested daily\)·11\.57%/);
  expect(text).toContain('Pays from: the house&#x27;s staking pool');
});

it('rates of a backend that names no term have no days, and no source is claimed for them', () => {
  const text = draw([{ ...BOUNDS, days: null, rateMin: '0.0002', rateMax: '0.0004' }]);
  expect(text).toContain('APR (simple)·7.30%');
  expect(text).not.toMatch(/Days|Pays from/);
});
