import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MemberProvider } from '@/components/layout/member-context';
import type { StakingPosition } from '@/lib/dto/staking';
import errors from '@/messages/en/errors.json';
import layout from '@/messages/en/layout.json';
import money from '@/messages/en/money.json';
import staking from '@/messages/en/staking.json';
import write from '@/messages/en/write.json';
import { PositionCard } from './position-card';
import { RedeemSheet } from './redeem-sheet';

const MEMBER = { userId: '1', username: 'one', mode: 'demo', isSandbox: true, features: [], menu: [], streamKey: 'one' } as const;
const ETHER: StakingPosition = {
  ...{ id: '1', kind: 'eth-joint', asset: 'ETH', principal: '10', rate: '0.00008', daily: '0.0008', total: '0.024' },
  ...{ days: 30, dayMs: 86_400_000, exitMs: 172_800_000, daysPaid: 1, daysLeft: 29, paid: '0.0008', returned: '10', state: 'running' },
  ...{ begunAt: '2028-01-01T09:00:00.000Z', startsAt: '2028-01-02T09:00:00.000Z', endsAt: '2028-02-01T09:00:00.000Z' },
  ...{ nextAt: '2028-01-04T09:00:00.000Z', overAt: null, renews: false, isRenewed: false, notRenewed: null },
};

const say = (content: ReactNode) =>
  renderToString(
    <NextIntlClientProvider
      locale="en"
      messages={{ Errors: errors, Layout: layout, Money: money, Staking: staking, Write: write }}
      timeZone="UTC"
    >
      <QueryClientProvider client={new QueryClient()}>
        <MemberProvider member={MEMBER}>{content}</MemberProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  ).replaceAll(/(<[^>]*>)+/g, '·');
const card = (change: Partial<StakingPosition> = {}) => say(<PositionCard position={{ ...ETHER, ...change }} />);
const sheet = (change: Partial<StakingPosition> = {}) =>
  say(<RedeemSheet isOpen onClose={() => undefined} position={{ ...ETHER, ...change }} />);

it('a daily rate has its yearly ones beside it', () => {
  expect(card()).toContain('Your rate per day·0.008000%·APR (simple)·2.92%·APY (if reinvested daily)·2.96%');
});

it('ether says when its principal is back: after its exit, unless it goes on, and no other end while it leaves', () => {
  expect(card()).toMatch(/Ends·Feb 1, 2028[^·]*·Principal back·Feb 3, 2028/);
  expect(card({ renews: true })).not.toContain('Principal back');
  expect(card({ exitMs: null })).not.toContain('Principal back');
  const leaving = card({ state: 'leaving', nextAt: '2028-01-06T09:00:00.000Z' });
  expect(leaving).toMatch(/Principal back·Jan 6, 2028/);
  expect(leaving).not.toContain('Ends·');
});

it('what is left early is available at once, but ether only after its exit', () => {
  expect(sheet()).toContain('Exit takes·2 days·Principal back·');
  expect(sheet()).not.toContain('·Available·');
  expect(sheet({ kind: 'term', asset: 'USDT', exitMs: 0 })).toContain('·Available·');
});
