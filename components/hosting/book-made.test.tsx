import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import hosting from '@/messages/en/hosting.json';
import { Highs } from './book-highs';
import { BookMade } from './book-made';
import { UnitCurve } from './unit-curve';

const say = (content: ReactNode) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Hosting: hosting }} timeZone="UTC">
      {content}
    </NextIntlClientProvider>,
  ).replaceAll(/<[^>]*>/g, '·');

it('says what a result consists of, each part with its sign and every digit, so that they add up', () => {
  const text = say(<BookMade made={{ trading: '-3.44299759', funding: '20', fees: '11.87801486', result: '4.67898755' }} />).replaceAll(
    /·+/g,
    '·',
  );
  expect(text).toContain('Trading before fees·-3.44299759\u00a0USDT');
  expect(text).toContain('Funding·+20.00\u00a0USDT');
  expect(text).toContain('Trading fees·-11.87801486\u00a0USDT');
  expect(text).toContain('Result·+4.67898755\u00a0USDT');
});

it('says of a book that stopped since when it sold and when it was over, and of one that runs where it would', () => {
  const day = { unitValue: '0.89' } as ComponentProps<typeof Highs>['book']['newest'];
  const book = { newest: day, high: '1', state: 'live', stoppingAt: null, stoppedAt: null } as ComponentProps<typeof Highs>['book'];
  expect(say(<Highs book={book} stopRate="0.1" />)).toContain('Stops at');
  const over = say(
    <Highs
      book={{ ...book, state: 'stopped', stoppingAt: '2028-01-02T09:00:00.000Z', stoppedAt: '2028-01-02T09:05:00.000Z' }}
      stopRate="0.1"
    />,
  );
  for (const text of ['Began to sell everything', 'Stopped', '9:05 AM']) expect(over).toContain(text);
  expect(over).not.toContain('Stops at');
  // What an exchange of an earlier version doesn't say is left out.
  expect(say(<Highs book={{ ...book, high: null }} stopRate="0.1" />)).toBe('');
});

it('offers the line beside BTC and USDT where there is a price of bitcoin', () => {
  const point = { at: '2028-01-02T00:00:00.000Z', unitValue: '1.01', btc: '1.2' };
  expect(say(<UnitCurve points={[point]} />)).toContain('Beside BTC and USDT');
  expect(say(<UnitCurve points={[{ ...point, btc: null }]} />)).not.toContain('Beside BTC');
});
