import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import staking from '@/messages/en/staking.json';
import { TermFacts } from './term-facts';

const draw = (coveredUntil: string | null) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Staking: staking }} timeZone="UTC">
      <TermFacts
        term={{
          ...{ id: '1', kind: 'term', asset: 'USDT', days: 7, dayMs: 86_400_000, rateMin: '0.0002', rateMax: '0.0004', isSandbox: false },
          ...{ amountMin: '100', amountMax: '10000', place: null, left: '5000', waitMs: 0, exitMs: 0, coveredUntil },
        }}
      />
    </NextIntlClientProvider>,
  );

it('a product says who pays it, and until when all that was promised of it is set aside', () => {
  const text = draw('2028-02-08T09:00:00.000Z');
  expect(text).toMatch(/Pays from<.*>the house&#x27;s staking pool</);
  expect(text).toMatch(/All its promises covered until<.*dateTime="2028-02-08T09:00:00\.000Z"/);
  expect(draw(null)).toMatch(/All its promises covered until<.*>nothing is promised from it yet</);
});
