import { expect, it } from 'vitest';
import { recordAddress } from './record-address';

it.each([
  ['order:17', 'SPOT_HOLD', '/recorddetails?ref=order%3A17'],
  ['order:17', 'PERPETUAL_HOLD', '/recorddetails?ref=order%3A17&of=perpetual'],
  ['fill:3', 'PERPETUAL_LIQUIDATION', '/recorddetails?ref=fill%3A3&of=perpetual'],
  ['amend:3', 'SPOT_RELEASE', '/recorddetails?ref=amend%3A3'],
  ['BTC-USDT:real:1:2', 'PERPETUAL_FUNDING', '/recorddetails?ref=BTC-USDT%3Areal%3A1%3A2'],
  ['loan:4', 'LOAN_PAYOUT', '/recorddetails?ref=loan%3A4'],
])('%s of %s is shown by %s', (reference, type, address) => {
  expect(recordAddress({ reference, type })).toBe(address);
});
