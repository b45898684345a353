import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Presale } from '@/lib/dto/presale';
import presale from '@/messages/en/presale.json';
import { SaleCard } from './sale-card';

const SALE: Presale = {
  ...{ id: '1', coin: 'SBX', price: '0.25', supply: 1_000, sold: 0, mode: 'first-come', softCap: 100, min: 10, max: 500 },
  ...{ startsAt: '2026-03-01T12:00:00.000Z', endsAt: '2026-03-08T12:00:00.000Z', state: 'open', isSandbox: false },
  vesting: { first: 100, parts: 0, days: 0 },
};
const say = (change: Partial<Presale>) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Presale: presale }} timeZone="UTC">
      <SaleCard presale={{ ...SALE, ...change }} />
    </NextIntlClientProvider>,
  );
const NOW = 'Oversubscribed: as it stands, everybody gets 62.50%';
const THEN = 'Oversubscribed: everybody got 62.50%';

it.each<[string, Partial<Presale>, string[], string[]]>([
  ['with something left', { sold: 990 }, ['>Open<', 'Takes place from'], ['Sold out', 'Oversubscribed']],
  ['with nothing left', { sold: 1_000 }, ['>Sold out<'], ['>Open<']],
  ['in which everybody gets a share', { mode: 'pro-rata', sold: 1_600 }, ['>Open<', NOW], ['Sold out']],
  ['in which everybody got a share', { mode: 'pro-rata', sold: 1_600, state: 'ended' }, ['>Ended<', THEN], ['as it stands']],
  ['that was called off', { mode: 'pro-rata', sold: 1_600, state: 'cancelled' }, ['Called off, refunded'], ['Oversubscribed']],
  ['that takes place whatever is sold', { softCap: 0 }, [], ['Takes place from']],
])('a sale %s', (_name, change, said, unsaid) => {
  const html = say(change);
  for (const words of said) expect(html).toContain(words);
  for (const words of unsaid) expect(html).not.toContain(words);
});
