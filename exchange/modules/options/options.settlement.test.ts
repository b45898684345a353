import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOptionsWorld, type OptionsWorld } from '../../../tests/helpers/options-world';
import { listAside } from '../../operator/put-aside';
import type { Database } from '../../platform/db';
import { createOptionsModule } from './options.module';
import { createSettlement } from './options.settlement';

let world: OptionsWorld;
beforeEach(async () => {
  world = await createOptionsWorld();
});
afterEach(() => world.verify());

/** Buys at noon for 30 s at a purchase price of 100 in second 1, so it is delivered in second 31. */
async function run(order: string, delivery: readonly (string | null)[]): Promise<void> {
  await world.join('1');
  await world.print(0, '99');
  await world.buy('1', order);
  await world.print(1, '100');
  await world.settlement.run();
  await world.printAll(27, delivery);
  world.at(31.1);
  await world.settlement.run();
}

describe('results', () => {
  it.each([
    {
      name: 'up and the price rose',
      order: 'up 100',
      delivery: ['101', '101', '101', '101', '101'],
      state: 'won 100 101',
      available: '1082',
    },
    { name: 'up and the price fell', order: 'up 100', delivery: ['99', '99', '99', '99', '99'], state: 'lost 100 99', available: '900' },
    {
      name: 'down and the price fell',
      order: 'down 100',
      delivery: ['99', '99', '99', '99', '99'],
      state: 'won 100 99',
      available: '1082',
    },
    {
      name: 'down and the price rose',
      order: 'down 100',
      delivery: ['101', '101', '101', '101', '101'],
      state: 'lost 100 101',
      available: '900',
    },
    {
      name: 'equal prices',
      order: 'up 100',
      delivery: ['99', '100', '100', '100', '102'],
      state: 'refunded tie 100 100',
      available: '1000',
    },
    { name: 'one wild print', order: 'up 100', delivery: ['101', '101', '1', '101', '101'], state: 'won 100 101', available: '1082' },
  ])('$name: $state', async ({ order, delivery, state, available }) => {
    await run(order, delivery);
    expect(await world.show('1')).toEqual([state]);
    expect(await world.available('1')).toBe(available);
    const pool = state.startsWith('won') ? '9999918' : state.startsWith('lost') ? '10000100' : '10000000';
    expect(await world.house()).toEqual([pool, '0', '0']);
    expect(world.heard.at(-1)).toMatchObject({ kind: 'account', userId: '1', mode: 'demo', changed: ['orders', 'balances'] });
  });

  it('holds stake and worst-case payout while it runs, and is not settled a print early', async () => {
    await run('up 100', ['101', '101', '101', '101']);
    expect(await world.show('1')).toEqual(['running 100']);
    expect(await world.house()).toEqual(['9999918', '100', '82']);
  });

  it('tells the owner when the purchase price is known, and of the balance only when it moved', async () => {
    await world.join('1');
    await world.buy('1', 'up 100');
    world.heard.length = 0;
    await world.print(1, '100');
    await world.settlement.run();
    expect(world.heard).toEqual([{ kind: 'account', userId: '1', mode: 'demo', changed: ['orders'], market: null }]);
  });

  it('never changes a result', async () => {
    await run('up 100', ['99', '99', '99', '99', '99']);
    await expect(world.db.read.query("UPDATE option_contracts SET state = 'won'")).rejects.toThrow(/final/);
    await expect(world.db.read.query('DELETE FROM option_contracts')).rejects.toThrow(/final/);
  });

  it('proves the result by the prints it used, which outlive the published ones', async () => {
    await run('up 100', ['101', '102', '103', '104', '105']);
    await world.db.read.query('DELETE FROM price_prints');
    const proof = await world.service.prove({ userId: '1', mode: 'demo' }, '1');
    expect(proof.order).toMatchObject({ price: '100', delivery: '103', state: 'won', paid: '182' });
    expect(proof.prints.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await expect(world.service.prove({ userId: '2', mode: 'demo' }, '1')).rejects.toMatchObject({ code: 'OPTION_NOT_FOUND' });
  });
});

describe('missing prints', () => {
  it('refunds when no print follows the purchase for a minute', async () => {
    await world.join('1');
    await world.buy('1', 'up 100');
    world.at(60);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['pending']);
    world.at(65.1);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['refunded no_strike']);
    expect(await world.available('1')).toBe('1000');
  });

  it('refunds when the market is missing in every print after the purchase', async () => {
    await world.join('1');
    await world.buy('1', 'up 100');
    await world.printAll(
      1,
      Array.from({ length: 61 }, () => null),
    );
    world.at(61.1);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['refunded no_strike']);
  });

  it('refunds when the prints end before the delivery and do not come back', async () => {
    await run('up 100', []);
    world.at(96.1);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['refunded no_delivery 100']);
    expect(await world.available('1')).toBe('1000');
  });

  it('refunds after a gap of more than a minute around the delivery, however late the exchange looks', async () => {
    await run('up 100', []);
    await world.print(500, '150');
    world.at(500.1);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['refunded no_delivery 100']);
  });

  it('settles by the last five when the prints pause for less than a minute around the delivery', async () => {
    await run('up 100', []);
    await world.printAll(20, ['101', '101', '101', '101', '101']);
    await world.print(75, '500');
    expect(await world.show('1')).toEqual(['running 100']);
    world.at(75.1);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['won 100 101']);
  });

  it('settles a contract that fell due while the exchange was away, by the prints of its own time', async () => {
    await run('down 100', []);
    await world.printAll(27, ['90', '90', '90', '90', '90', '400']);
    world.at(4_000);
    await world.createSettlement().run();
    expect(await world.show('1')).toEqual(['won 100 90']);
  });
});

describe('what can not be settled', () => {
  it('holds up no other: contracts of an unknown market are put aside with an alarm, and tried again after an hour', async () => {
    await world.join('1');
    await world.join('2');
    await world.buy('1', 'up 100');
    await world.buy('2', 'up 100');
    await world.print(1, '100');
    await world.settlement.run();
    // A version without the first one's market, which the prints still name.
    await world.db.read.query("UPDATE option_contracts SET market = 'OLD-USDT' WHERE user_id = 1");
    await world.printAll(27, ['101', '101', '101', '101', '101'], 'OLD-USDT');
    world.at(31.1);
    await world.settlement.run();
    expect([await world.show('1'), await world.show('2')]).toEqual([['running 100'], ['won 100 101']]);
    expect(world.platform.metrics.countAlarms().get('option_contract_aside')).toBe(1);
    const [aside] = await listAside(world.db.read, { kind: 'option', limit: 10, offset: 0 });
    expect(aside).toMatchObject({ user: '1', error: expect.stringContaining('unknown market OLD-USDT') });
    await world.settlement.run();
    expect(world.platform.metrics.countAlarms().get('option_contract_aside')).toBe(1);
    // A version that knows it again.
    await world.db.read.query("UPDATE option_contracts SET market = 'BTC-USDT' WHERE user_id = 1");
    world.at(31.1 + 3_600);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['won 100 101']);
    expect(await listAside(world.db.read, { kind: 'option', limit: 10, offset: 0 })).toEqual([]);
  });

  it('has an alarm where all of it fails, and goes on with the next look', async () => {
    await world.join('1');
    await world.buy('1', 'up 100');
    const failing = { isOn: true };
    const db: Database = {
      ...world.db,
      transaction: (body, options) =>
        world.db.transaction(
          (tx) =>
            body({
              ...tx,
              query: (text, params) =>
                failing.isOn && text.includes('SKIP LOCKED') ? Promise.reject(new Error('broken')) : tx.query(text, params),
            }),
          options,
        ),
    };
    const marketData = { getIndex: () => null, onPrint: () => () => undefined };
    const { riskLimits, registry } = world;
    const platform = { ...world.platform, db };
    const [worker] = createOptionsModule(platform, { marketData, riskLimits, readTerms: registry.readOptionTerms }).workers;
    await worker?.start();
    await vi.waitFor(() => expect(world.platform.metrics.countAlarms().get('option_settlement_failed')).toBeGreaterThan(0));
    failing.isOn = false;
    await world.print(1, '100');
    await worker?.stop();
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['running 100']);
  });

  it('gives the stake back in an unknown market that the prints don’t name', async () => {
    await world.join('1');
    await world.buy('1', 'up 100');
    await world.print(1, '100');
    await world.settlement.run();
    await world.db.read.query("UPDATE option_contracts SET market = 'OLD-USDT'");
    await world.printAll(27, ['101', '101', '101', '101', '101']);
    world.at(31.1);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['refunded no_delivery 100']);
  });
});

describe('exactly once', () => {
  it('neither early nor twice when the clock is set back: prints decide, not the clock', async () => {
    await world.join('1');
    await world.buy('1', 'up 100');
    await world.print(1, '100');
    await world.settlement.run();
    world.at(-3_600);
    await world.printAll(27, ['101', '101', '101', '101']);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['running 100']);
    await world.print(31, '101');
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['won 100 101']);
    const before = await world.house();
    for (const second of [-7_200, 0, 31, 90]) {
      world.at(second);
      await world.settlement.run();
    }
    expect(await world.show('1')).toEqual(['won 100 101']);
    expect(await world.house()).toEqual(before);
  });

  it('settles 200 contracts that are due at once, each once, with two workers at it', async () => {
    for (let user = 1; user <= 10; user += 1) {
      await world.join(String(user));
      for (let n = 0; n < 20; n += 1) await world.buy(String(user), `${n % 2 === 0 ? 'up' : 'down'} 10`);
    }
    await world.print(1, '100');
    await world.settlement.run();
    await world.printAll(27, ['101', '101', '101', '101', '101']);
    world.at(31.1);
    await Promise.all([world.settlement.run(), world.createSettlement().run()]);
    const { rows } = await world.db.read.query(
      "SELECT code, count(*)::int AS count FROM ledger_journals WHERE code LIKE 'OPTION%' GROUP BY code ORDER BY code",
    );
    expect(rows).toEqual([
      { code: 'OPTION_LOSS', count: 100 },
      { code: 'OPTION_STAKE', count: 200 },
      { code: 'OPTION_WIN', count: 100 },
    ]);
    // 20 contracts of 10: ten won 8.2 each, ten lost.
    expect(await world.available('7')).toBe('982');
  });

  it.each([
    { where: 'before its postings', statement: 'ledger_journals' },
    { where: 'between its postings and the result', statement: 'u.result' },
  ])('has no effect when it is killed $where, and settles once afterwards', async ({ statement }) => {
    await run('up 100', []);
    await world.printAll(27, ['101', '101', '101', '101', '101']);
    world.at(31.2);
    const dying: Database = {
      ...world.db,
      transaction: (body) =>
        world.db.transaction((tx) =>
          body({
            ...tx,
            query: (text, params) => (text.includes(statement) ? Promise.reject(new Error('killed')) : tx.query(text, params)),
          }),
        ),
    };
    await expect(createSettlement({ ...world.platform, db: dying }).run()).rejects.toThrow('killed');
    expect(await world.show('1')).toEqual(['running 100']);
    await world.settlement.run();
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['won 100 101']);
    expect(await world.available('1')).toBe('1082');
  });
});
