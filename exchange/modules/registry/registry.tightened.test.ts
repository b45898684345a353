import { expect, it } from 'vitest';
import { FIRST_PERPETUAL } from '../../../tests/helpers/first-perpetual-terms';
import type { PerpetualRisk } from './registry.perpetual';
import { findTightened } from './registry.tightened';

const TIERS: PerpetualRisk['majorTiers'] = [
  ['50000', 50, '0.01'],
  ['2000000', 10, '0.05'],
];
const BEFORE = { ...FIRST_PERPETUAL.terms, majors: ['BTC-USDT'], majorTiers: TIERS, otherTiers: TIERS } as PerpetualRisk;
const find = (over: Partial<PerpetualRisk>) =>
  findTightened(['BTC-USDT', 'ETH-USDT'], BEFORE, { ...BEFORE, ...over }).map(({ market }) => market);

it.each<[string, Partial<PerpetualRisk>, string[]]>([
  ['nothing changes', {}, []],
  [
    'the majors allow less',
    {
      majorTiers: [
        ['50000', 40, '0.01'],
        ['2000000', 10, '0.05'],
      ],
    },
    ['BTC-USDT'],
  ],
  [
    'the others need more margin higher up',
    {
      otherTiers: [
        ['50000', 50, '0.01'],
        ['2000000', 10, '0.06'],
      ],
    },
    ['ETH-USDT'],
  ],
  [
    'a tier begins earlier',
    {
      otherTiers: [
        ['40000', 50, '0.01'],
        ['2000000', 10, '0.05'],
      ],
    },
    ['ETH-USDT'],
  ],
  [
    'the largest position is smaller',
    {
      majorTiers: [
        ['50000', 50, '0.01'],
        ['1000000', 10, '0.05'],
      ],
    },
    ['BTC-USDT'],
  ],
  ['all of it is milder', { majorTiers: [['3000000', 50, '0.009']] }, []],
  ['a market becomes one of milder tiers', { majors: ['BTC-USDT', 'ETH-USDT'] }, []],
  ['a liquidation costs more', { liquidationFeeRate: '0.019' }, ['BTC-USDT', 'ETH-USDT']],
])('where %s, these markets are tighter', (_, over, markets) => expect(find(over)).toEqual(markets));

it('says what is taken on under from then on', () => {
  const majorTiers: PerpetualRisk['majorTiers'] = [
    ['50000', 40, '0.012'],
    ['2000000', 10, '0.05'],
  ];
  expect(findTightened(['BTC-USDT'], BEFORE, { ...BEFORE, majorTiers })).toEqual([
    { market: 'BTC-USDT', leverage: 40, maintenance: '0.012' },
  ]);
});
