import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import coins from '@/messages/en/coins.json';
import wallet from '@/messages/en/wallet.json';
import { CoinRow } from './coin-row';

const draw = (available: string) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Coins: coins, Wallet: wallet }} timeZone="UTC">
      <CoinRow
        balance={{ asset: 'BTC', available, locked: '0', margin: '0', total: '2', valueUsdt: '50' }}
        changeRate={null}
        totalUsdt="200"
      />
    </NextIntlClientProvider>,
  );

it('a coin says its share of all, also while some of it is held', () => {
  expect(draw('2')).toContain('25.00% of all');
  expect(draw('1.5')).toMatch(/25\.00% of all<.*>0\.50? held</);
});
