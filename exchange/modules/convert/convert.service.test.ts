import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConvertWorld, createConvertWorld } from '../../../tests/helpers/convert-world';
import { createId } from '../../platform/ids';
import { createConvertService, QUOTE_MS, QUOTES_OPEN_MAX } from './convert.service';

let world: ConvertWorld;
let users = 100;
beforeAll(async () => {
  world = await createConvertWorld();
});
afterEach(async () => {
  world.feed.state = 'fresh';
  world.prices.set('ETH', '2500');
  await world.check();
});
afterAll(() => world.db.close());

/** A user of each test's own with money. */
async function join(amount = '500', asset = 'USDT', mode: 'real' | 'demo' = 'real') {
  users += 1;
  const caller = { userId: String(users), mode };
  await world.give(caller.userId, amount, asset, mode);
  return caller;
}
type Caller = Awaited<ReturnType<typeof join>>;
const ASKED = { from: 'USDT', to: 'ETH', amount: '250' };
const quote = (caller: Caller, asked = ASKED) => world.service.quote(caller, { ...asked, requestId: createId() });
const convert = (caller: Caller, quoteId: string, asked = ASKED, requestId = createId(), service = world.service) =>
  service.convert(caller, { ...asked, quoteId, requestId });

describe('a conversion', () => {
  it('executes at exactly its quote, whatever the price has become', async () => {
    const caller = await join();
    const quoted = await quote(caller);
    expect(quoted.lines).toEqual([{ ...ASKED, price: '0.0003996', fee: '0.0000999', received: '0.0998001' }]);
    world.prices.set('ETH', '9000');
    const done = await convert(caller, quoted.id);
    expect(done.lines).toEqual([{ ...quoted.lines[0], reference: `convert:${quoted.id}:0` }]);
    expect(await world.balances(caller.userId)).toEqual({ USDT: '250', ETH: '0.0998001' });
  });

  it('runs on the demo account with money of its own', async () => {
    const before = await world.cover('ETH', 'real');
    const caller = await join('500', 'USDT', 'demo');
    await convert(caller, (await quote(caller)).id);
    expect(await world.balances(caller.userId, 'demo')).toEqual({ USDT: '250', ETH: '0.0998001' });
    expect(await world.cover('ETH', 'real')).toBe(before);
  });

  it('200 at once execute one quote once', async () => {
    const caller = await join('100000');
    const { id } = await quote(caller);
    const services = [world.service, world.create()];
    const tries = Array.from({ length: 200 }, (_, n) => convert(caller, id, ASKED, createId(), services[n % 2]));
    const ends = await Promise.allSettled(tries);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { code: string }).code] : []));
    expect(new Set(codes)).toEqual(new Set(['CONVERT_QUOTE_USED']));
    expect(await world.balances(caller.userId)).toEqual({ USDT: '99750', ETH: '0.0998001' });
  });

  it('the same request again answers as it did, also once the quote is over', async () => {
    const caller = await join();
    const { id } = await quote(caller);
    const requestId = createId();
    const first = await convert(caller, id, ASKED, requestId);
    world.time.now += QUOTE_MS;
    expect(await convert(caller, id, ASKED, requestId)).toEqual(first);
    await expect(convert(caller, id, { ...ASKED, amount: '251' }, requestId)).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
    expect(await world.balances(caller.userId)).toEqual({ USDT: '250', ETH: '0.0998001' });
  });

  it('is refused from the tenth second on', async () => {
    const caller = await join();
    const { id, expiresAt } = await quote(caller);
    world.time.now = (expiresAt ?? 0) - 1;
    await convert(caller, id);
    const late = await quote(caller);
    world.time.now = late.expiresAt ?? 0;
    await expect(convert(caller, late.id)).rejects.toMatchObject({ code: 'CONVERT_QUOTE_EXPIRED' });
  });

  it('security: a quote is bound to its user, mode, coins and amount', async () => {
    const [caller, other] = [await join(), await join()];
    await world.give(caller.userId, '500', 'USDT', 'demo');
    const { id } = await quote(caller);
    const refused = { code: 'CONVERT_QUOTE_UNKNOWN' };
    await expect(convert(other, id)).rejects.toMatchObject(refused);
    await expect(convert({ ...caller, mode: 'demo' }, id)).rejects.toMatchObject(refused);
    await expect(convert(caller, id, { ...ASKED, amount: '249' })).rejects.toMatchObject(refused);
    await expect(convert(caller, id, { ...ASKED, to: 'BTC' })).rejects.toMatchObject(refused);
    await expect(convert(caller, createId())).rejects.toMatchObject(refused);
    await expect(world.service.convertSmall(caller, { quoteId: id, requestId: createId() })).rejects.toMatchObject(refused);
    expect(await world.balances(caller.userId)).toEqual({ USDT: '500' });
  });

  it.each(['stale', 'halted', 'dead'] as const)('is refused while the price is %s, before and after the quote', async (state) => {
    const caller = await join();
    const { id } = await quote(caller);
    world.feed.state = state;
    await expect(quote(caller)).rejects.toMatchObject({ code: 'CONVERT_PRICE_UNCONFIRMED' });
    await expect(convert(caller, id)).rejects.toMatchObject({ code: 'CONVERT_PRICE_UNCONFIRMED' });
    world.feed.state = 'fresh';
    await convert(caller, id);
  });

  it('needs its money when it is executed, not when it is quoted', async () => {
    const caller = await join('249.99999999');
    const { id } = await quote(caller);
    await expect(convert(caller, id)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    await world.give(caller.userId, '0.00000001');
    await convert(caller, id);
    expect(await world.balances(caller.userId)).toEqual({ ETH: '0.0998001' });
  });

  it.each([
    [{ from: 'USDT', to: 'USDT' }, 'CONVERT_PAIR_INVALID'],
    [{ from: 'USDC', to: 'USDC' }, 'CONVERT_PAIR_INVALID'],
    [{ from: 'NOPE', to: 'USDT' }, 'ASSET_UNKNOWN'],
    [{ amount: '0.99999999' }, 'CONVERT_AMOUNT_OUT_OF_RANGE'],
    [{ amount: '250000.00000001' }, 'CONVERT_AMOUNT_OUT_OF_RANGE'],
    [{ amount: '0' }, 'CONVERT_AMOUNT_OUT_OF_RANGE'],
    [{ amount: '1.000000001' }, 'AMOUNT_PRECISION'],
    [{ amount: '-5' }, 'CONVERT_AMOUNT_OUT_OF_RANGE'],
    [{ amount: '1e3' }, 'AMOUNT_INVALID'],
    [{ amount: '١٢' }, 'AMOUNT_INVALID'],
  ])('bad input: %o is refused', async (wrong, code) => {
    const caller = await join();
    await expect(quote(caller, { ...ASKED, ...wrong })).rejects.toMatchObject({ code });
  });
});

describe('the house', () => {
  const bitcoin = { ...ASKED, to: 'BTC' };

  it('is refused what it has not, with the largest amount that it has, and that amount goes', async () => {
    const caller = await join('100000');
    await world.drain('ETH', '1.5');
    const refusal = (await quote(caller, { ...ASKED, amount: '5000' }).catch((error: unknown) => error)) as {
      code: string;
      params: { max: string };
    };
    expect(refusal).toMatchObject({ code: 'CONVERT_TOO_LARGE', params: { asset: 'USDT' } });
    const asked = { ...ASKED, amount: refusal.params.max };
    await convert(caller, (await quote(caller, asked)).id, asked);
    expect(Number(await world.cover('ETH'))).toBeLessThan(0.00000001);
  });

  it('two quotes of what is there once: the second is refused when it is executed', async () => {
    await world.drain('BTC', '0.006');
    const [one, two] = [await join(), await join()];
    const [first, second] = [await quote(one, bitcoin), await quote(two, bitcoin)];
    await convert(one, first.id, bitcoin);
    await expect(convert(two, second.id, bitcoin)).rejects.toMatchObject({ code: 'CONVERT_TOO_LARGE' });
    expect(await world.balances(two.userId)).toEqual({ USDT: '500' });
  });

  it('keeps a user to 20 open quotes, and takes out old ones', async () => {
    const caller = await join();
    const made = await Promise.allSettled(Array.from({ length: QUOTES_OPEN_MAX + 5 }, () => quote(caller, { ...ASKED, to: 'DOGE' })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(QUOTES_OPEN_MAX);
    world.time.now += 3_600_000;
    await quote(caller, { ...ASKED, to: 'DOGE' });
    const { rows } = await world.db.read.query<{ count: string }>('SELECT count(*) AS count FROM convert_quotes WHERE user_id = $1', [
      caller.userId,
    ]);
    expect(Number(rows[0]?.count)).toBe(1);
  });
});

describe('a quote', () => {
  const ASKED = { from: 'USDT', to: 'DOGE', amount: '250' };
  const count = async () => Number((await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM convert_quotes')).rows[0]?.n);

  it('is one statement, and none that waits for a lock', async () => {
    const caller = await join();
    let statements = 0;
    const query: typeof world.db.read.query = (...given) => {
      statements += 1;
      return world.db.read.query(...given);
    };
    const counted = { ...world.db, read: { query }, transaction: () => Promise.reject(new Error('no transaction is needed')) };
    const service = createConvertService(
      { ...world.platform, db: counted },
      { markets: world.markets, readTerms: world.registry.readConvertTerms },
    );
    await service.quote(caller, { ...ASKED, requestId: createId() });
    expect(statements).toBe(1);
  });

  it('is the same for the same request, also when that comes many times at once, and another input is refused', async () => {
    const caller = await join();
    const requestId = createId();
    const before = await count();
    const quotes = await Promise.all(Array.from({ length: 8 }, () => world.service.quote(caller, { ...ASKED, requestId })));
    expect(new Set(quotes.map(({ id }) => id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    world.prices.set('DOGE', '0.2');
    expect(await world.service.quote(caller, { ...ASKED, requestId })).toEqual(quotes[0]);
    world.prices.set('DOGE', '0.1');
    await expect(world.service.quote(caller, { ...ASKED, amount: '251', requestId })).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
    await expect(world.service.quote({ ...caller, mode: 'demo' }, { ...ASKED, requestId })).resolves.not.toMatchObject({
      id: quotes[0]?.id,
    });
  });
});

describe('a coin that is counted at one USDT', () => {
  const sale = { from: 'USDC', to: 'USDT', amount: '1000' };

  it('has a spread of its own, also against other coins, and needs no market', async () => {
    const caller = await join('1000', 'USDC');
    expect((await quote(caller, sale)).lines).toMatchObject([{ price: '0.995', fee: '0.995', received: '994.005' }]);
    const bought = { from: 'USDC', to: 'DOGE', amount: '250' };
    expect((await quote(caller, bought)).lines).toMatchObject([{ price: '9.95' }]);
    await convert(caller, (await quote(caller, sale)).id, sale);
    expect(await world.balances(caller.userId)).toEqual({ USDT: '994.005' });
  });

  it('is taken up to a published sum above what was put in, at the quote and when it is executed', async () => {
    const [one, two] = [await join('200000', 'USDC', 'demo'), await join('200000', 'USDC', 'demo')];
    const large = { ...sale, amount: '200000' };
    const [first, second] = [await quote(one, large), await quote(two, large)];
    await convert(one, first.id, large);
    const refusal = { code: 'CONVERT_TOO_LARGE', params: { max: '50000', asset: 'USDC' } };
    await expect(convert(two, second.id, large)).rejects.toMatchObject(refusal);
    await expect(quote(two, large)).rejects.toMatchObject(refusal);
    const rest = { ...sale, amount: '50000' };
    await convert(two, (await quote(two, rest)).id, rest);
    await expect(quote(two, sale)).rejects.toMatchObject({ ...refusal, params: { max: '0', asset: 'USDC' } });
    // What people buy makes room again.
    const bought = { from: 'USDT', to: 'USDC', amount: '1100' };
    await convert(one, (await quote(one, bought)).id, bought);
    await quote(two, sale);
  });
});

describe('small balances', () => {
  it('go into USDT at once, each line as it was listed', async () => {
    const caller = await join('3', 'USDT');
    await world.give(caller.userId, '0.002', 'ETH');
    await world.give(caller.userId, '40', 'DOGE');
    await world.give(caller.userId, '0.5', 'BTC');
    const listed = await world.service.quoteSmall(caller, { requestId: createId() });
    expect(listed.lines.map(({ from, amount, received }) => [from, amount, received])).toEqual([
      ['ETH', '0.002', '4.990005'],
      ['DOGE', '40', '3.992004'],
    ]);
    const requestId = createId();
    const done = await world.service.convertSmall(caller, { quoteId: listed.id, requestId });
    expect(await world.service.convertSmall(caller, { quoteId: listed.id, requestId })).toEqual(done);
    expect(await world.balances(caller.userId)).toEqual({ BTC: '0.5', USDT: '11.982009' });
  });

  it('answer with nothing where nothing is small', async () => {
    const caller = await join();
    expect(await world.service.quoteSmall(caller, { requestId: createId() })).toEqual({ id: '', lines: [] });
  });

  it('all or none: what was spent meanwhile refuses the whole', async () => {
    const caller = await join('1', 'ETH');
    await convert(caller, (await quote(caller, { from: 'ETH', to: 'USDT', amount: '0.998' })).id, {
      from: 'ETH',
      to: 'USDT',
      amount: '0.998',
    });
    await world.give(caller.userId, '40', 'DOGE');
    const listed = await world.service.quoteSmall(caller, { requestId: createId() });
    const sale = { from: 'ETH', to: 'USDT', amount: '0.001' };
    await convert(caller, (await quote(caller, sale)).id, sale);
    const before = await world.balances(caller.userId);
    await expect(world.service.convertSmall(caller, { quoteId: listed.id, requestId: createId() })).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    expect(await world.balances(caller.userId)).toEqual(before);
  });
});

it('any amounts: what leaves the user is what was asked, what comes is what was quoted, and the rest is the house’s', async () => {
  const caller = await join('1000000', 'USDT', 'demo');
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 10n ** 8n, max: 10n ** 12n }), fc.constantFrom('BTC', 'DOGE'), async (units, to) => {
      const amount = `${units / 10n ** 8n}.${(units % 10n ** 8n).toString().padStart(8, '0')}`.replace(/\.?0+$/, '');
      const asked = { from: 'USDT', to, amount };
      const before = await world.balances(caller.userId, 'demo');
      const { id, lines } = await quote(caller, asked);
      await convert(caller, id, asked);
      const after = await world.balances(caller.userId, 'demo');
      const moved = (asset: string) => toBig(after[asset]) - toBig(before[asset]);
      expect(moved('USDT')).toBe(-units);
      expect(moved(to)).toBe(toBig(lines[0]?.received));
      world.time.now += QUOTE_MS;
    }),
    { numRuns: 25 },
  );
});

function toBig(decimal = '0'): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}
