import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { HostingPlan } from '@/lib/dto/hosting';
import hosting from '@/messages/en/hosting.json';
import staking from '@/messages/en/staking.json';
import { HostedReceipt } from './plan-facts';

it('what was hosted is said with when it begins, what it costs and where its income comes from', () => {
  const plan = { asset: 'USDT', feeRate: '0.2', exitRate: '0.01', nextAt: '2028-01-02T00:00:00.000Z' } as HostingPlan;
  const text = renderToString(
    <NextIntlClientProvider locale="en" messages={{ Hosting: hosting, Staking: staking }} timeZone="UTC">
      <HostedReceipt amount="1000.5" plan={plan} />
    </NextIntlClientProvider>,
  ).replaceAll(/(<[^>]*>)+/g, '·');
  expect(text).toMatch(
    /Next valuation·Jan 2, 2028.*·Pays from·.*·Fee on new highs·20\.00%·Leaving early costs·1\.00%·Principal·1,000\.5.USDT/,
  );
});
