import { expect, it } from 'vitest';
import { groupByJournal } from './group-entries';

const entry = (id: string, journalId: string) =>
  ({
    id,
    journalId,
    at: '2026-03-01T00:00:00.000Z',
    type: 'SPOT_FILL',
    asset: 'BTC',
    amount: '1',
    balance: '1',
    part: 'available',
    reference: 'order:1',
  }) as const;

it('keeps the entries of one journal together, in the order in which the journals appear', () => {
  const groups = groupByJournal([entry('a', '9'), entry('b', '8'), entry('c', '9')]);
  expect(groups.map((group) => [group.journalId, group.entries.map((one) => one.id)])).toEqual([
    ['9', ['a', 'c']],
    ['8', ['b']],
  ]);
});
