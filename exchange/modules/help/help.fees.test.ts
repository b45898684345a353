import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConvertWorld } from '../../../tests/helpers/convert-world';
import { createWithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { multiplyDecimals, subtractDecimals } from '../../../lib/rules/decimal';
import { calculateInterest, MINUTES_A_DAY } from '../../../lib/rules/loans';
import { createId } from '../../platform/ids';
import { createRegistry } from '../registry/registry.service';
import { readFees } from './help.fees';

const ALL = ['withdrawals', 'convert', 'loans', 'hosting'];
let withdrawing: Awaited<ReturnType<typeof createWithdrawalsWorld>>;
let converting: Awaited<ReturnType<typeof createConvertWorld>>;
beforeAll(async () => {
  withdrawing = await createWithdrawalsWorld();
  converting = await createConvertWorld();
});
afterAll(async () => {
  await withdrawing.close();
  await converting.db.close();
});

it('the page says what a withdrawal is charged, before and after the terms change', async () => {
  const world = withdrawing;
  const registry = createRegistry(world.platform);
  await registry.refresh();
  const member = await world.join('ada');
  const charged = async () => {
    expect(await member.withdraw({ amount: '100' })).toMatchObject({ status: 1 });
    const { rows } = await world.db.read.query<{ fee: string }>('SELECT fee FROM withdrawals ORDER BY id DESC LIMIT 1');
    return BigInt(rows[0]?.fee ?? '0');
  };
  const said = () => BigInt(multiplyDecimals(readFees(registry, ALL, true).withdrawal?.rate ?? '0', '10000000000'));
  expect(await charged()).toBe(said());
  await world.db.read.query(
    `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
     SELECT kind, code, version + 1, (terms::jsonb || '{"feeRate":"0.0125"}')::json, takes_effect_at + 1, announced_at, 'dearer'
       FROM registry_versions WHERE kind = 'product' AND code = 'withdrawal' ORDER BY version DESC LIMIT 1`,
  );
  await Promise.all([registry.refresh(), world.refreshTerms()]);
  expect(readFees(registry, ALL, true).withdrawal).toEqual({ rate: '0.0125' });
  expect(await charged()).toBe(said());
});

it('the page says what a conversion is charged, fee and spread, and what a day of a loan costs', async () => {
  const world = converting;
  const { convert, loan } = readFees(world.registry, ALL, true);
  await world.give('1', '500');
  const { lines } = await world.service.quote(
    { userId: '1', mode: 'real' },
    { from: 'USDT', to: 'ETH', amount: '250', requestId: createId() },
  );
  const [line] = lines;
  // 2,500 USDT for one ETH is 0.0004 ETH for one USDT.
  expect(line?.price).toBe(multiplyDecimals('0.0004', subtractDecimals('1', convert?.spread ?? '0')));
  expect(line?.fee).toBe(multiplyDecimals(multiplyDecimals('250', line?.price ?? '0'), convert?.rate ?? '0'));
  const rates = world.registry.readLoanTerms().terms.products.map(({ rate }) => rate);
  const daily = rates.map((rate) => calculateInterest({ amount: 10n ** 10n, rate, minutes: MINUTES_A_DAY }));
  const toUnits = (fraction: string | undefined) => BigInt(multiplyDecimals(fraction ?? '0', '10000000000'));
  expect([...daily].sort((a, b) => Number(a - b))[0]).toBe(toUnits(loan?.min));
  expect([...daily].sort((a, b) => Number(b - a))[0]).toBe(toUnits(loan?.max));
});
