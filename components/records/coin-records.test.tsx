import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { MemberProvider } from '@/components/layout/member-context';
import * as accountApi from '@/lib/api/account';
import * as listsApi from '@/lib/api/lists';
import type { LedgerEntry } from '@/lib/dto/balances';
import type { AccountAct } from '@/lib/dto/lists';
import { continuedOptions, NEWEST, pagesOptions } from '@/lib/query/reads';
import common from '@/messages/en/common.json';
import lists from '@/messages/en/lists.json';
import records from '@/messages/en/records.json';
import spot from '@/messages/en/spot.json';
import { drawText } from '../../tests/helpers/draw';
import { CoinRecords } from './activity-list';

const AT = '2026-03-01T12:00:00.000Z';
const NONE = { order: null, changes: [], held: [], back: null, fee: null };
const ACTS: AccountAct[] = [
  { ...NONE, id: 'withdrawal:2', at: AT, type: 'HOLD_PLACE', reference: 'withdrawal:2', held: [{ asset: 'USDT', amount: '30' }] },
  { ...NONE, id: 'withdrawal:1', at: AT, type: 'HOLD_RELEASE', reference: 'withdrawal:1', back: { asset: 'USDT', amount: '150' } },
];
const ENTRIES: LedgerEntry[] = [
  {
    id: '1',
    journalId: '7',
    at: AT,
    type: 'HOLD_RELEASE',
    asset: 'USDT',
    amount: '150',
    balance: '500',
    part: 'available',
    reference: 'withdrawal:1',
  },
];

function draw(features: readonly string[]): string {
  const client = new QueryClient();
  const asked = { asset: 'USDT' };
  client.setQueryData(continuedOptions(listsApi.actList, asked).queryKey, { pages: [{ acts: ACTS, next: null }], pageParams: [NEWEST] });
  client.setQueryData(pagesOptions(accountApi.records, asked).queryKey, { pages: [{ entries: ENTRIES, hasMore: false }], pageParams: [1] });
  const member = { userId: '1', username: 'ada', mode: 'real' as const, isSandbox: true, features, menu: [], streamKey: 'k' };
  const part = (
    <MemberProvider member={member}>
      <CoinRecords asset="USDT" />
    </MemberProvider>
  );
  return drawText(part, { client, messages: { Common: common, Lists: lists, Records: records, Spot: spot } });
}

it('the history of a coin says what its owner did: a withdrawal with its hold is one row', () => {
  const text = draw(['acts']);
  expect(text).toMatch(/Withdrawal .*30 USDT held .*Withdrawal .*150 USDT came back/);
  expect(text).not.toMatch(/Hold|Held /);
});

it('it is shown by entry where the backend knows no acts', () => {
  expect(draw([])).toMatch(/Hold released .*\+150\.00 USDT/);
});
