import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { MemberProvider } from '@/components/layout/member-context';
import * as api from '@/lib/api/vip';
import type { vipSchema } from '@/lib/dto/vip';
import { readOptions } from '@/lib/query/reads';
import vip from '@/messages/en/vip.json';
import { VipCard } from './vip-card';

const MEMBER = { userId: '1', username: 'one', mode: 'real', isSandbox: true, features: [], menu: [], streamKey: 'one' } as const;
const VIP: z.infer<typeof vipSchema> = {
  ...{ level: 3, recharged: '80000', next: '150000', extraLevel: null, keptUntil: null, keepMin: null, waiting: '0' },
  ...{ waitingNext: null, waitingUntil: null, leavingRate: null, isResting: false, claims: [] },
};

it.each([
  ['150000', '70,000\u00a0USDT'],
  ['80000', 'reached with your next deposit'],
  ['50000', 'reached with your next deposit'],
])('of a level from %s on, with 80,000 deposited, a member reads: %s', (next, said) => {
  const client = new QueryClient();
  client.setQueryData(readOptions(api.vip, {}).queryKey, { ...VIP, next });
  const text = renderToString(
    <NextIntlClientProvider locale="en" messages={{ Vip: vip }} timeZone="UTC">
      <QueryClientProvider client={client}>
        <MemberProvider member={MEMBER}>
          <VipCard />
        </MemberProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  ).replaceAll(/(<[^>]*>)+/g, '·');
  expect(text).toContain(`To level 4·${said}·`);
});
