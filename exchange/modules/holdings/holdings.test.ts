import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdings } from '../../../lib/protocol/holdings';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import type { NewEvent, StoredEvent } from '../../platform/event-kinds';
import { createTestDatabase } from '../../platform/test-database';
import { converted } from '../convert/convert.events';
import { spotEvents } from '../spot/spot.events';
import { hasHoldings } from './holdings';
import { createHoldingsModule } from './holdings.module';

let db: Database;
let built: ReturnType<typeof createHoldingsModule>;
const happened: StoredEvent[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  built = createHoldingsModule({ db });
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bea', 'bea', 'BBBBBBBB', 'person')`,
  );
});
afterAll(() => db.close());

type Fill = { market?: string; side: 'buy' | 'sell'; quantity: string; value: string; fee: string };
const about = (userId: string, mode: 'real' | 'demo' = 'real') => ({ userId, mode, at: 1 });
const fill = (userId: string, { market = 'ETH-USDT', ...rest }: Fill, mode?: 'real' | 'demo') =>
  spotEvents.filled.create({ ...about(userId, mode), payload: { order: '1', market, state: 'filled', ...rest } });

async function happen(...events: NewEvent[]): Promise<void> {
  const stored = events.map((event, index) => ({ ...event, id: String(happened.length + index + 1) }));
  happened.push(...stored);
  await db.transaction((tx) => built.consumers[0]!.handle(tx, stored));
}

async function read(userId: string, mode: 'real' | 'demo' = 'real') {
  const context: CallContext = {
    session: { userId, username: 'x', mode, sessionId: 's' },
    actor: null,
    ip: '1.2.3.4',
    isBff: true,
    setSession: () => undefined,
  };
  return holdings.answer.parse(await built.calls[0]!.run({}, context));
}

it('keeps what a coin cost with its fee, several fills of one piece of events included', async () => {
  expect(await hasHoldings(db.read, '7')).toBe(false);
  await happen(
    fill('7', { side: 'buy', quantity: '1', value: '2000', fee: '0.001' }),
    fill('7', { side: 'buy', quantity: '1', value: '3000', fee: '0.001' }),
  );
  expect(await read('7')).toEqual([{ coin: 'ETH', num: '1.998', cost: '5000', profit: '0' }]);
  expect(await hasHoldings(db.read, '7')).toBe(true);
});

it('takes the average cost of what is sold, and says what the sale brought above it after its fee', async () => {
  await happen(fill('7', { side: 'sell', quantity: '0.999', value: '2600', fee: '2.6' }));
  expect(await read('7')).toEqual([{ coin: 'ETH', num: '0.999', cost: '2500', profit: '97.4' }]);
});

it('counts conversions from and into USDT, and no other', async () => {
  const convert = (from: string, to: string, amount: string, received: string) =>
    converted.create({ ...about('7'), payload: { reference: 'convert:1', from, to, amount, received } });
  await happen(convert('USDT', 'BTC', '500', '0.01'), convert('BTC', 'ETH', '0.001', '0.02'), convert('BTC', 'USDT', '0.005', '300'));
  expect(await read('7')).toEqual([
    { coin: 'BTC', num: '0.005', cost: '250', profit: '50' },
    { coin: 'ETH', num: '0.999', cost: '2500', profit: '97.4' },
  ]);
});

it('keeps accounts and people apart; a sale of what was deposited has no profit', async () => {
  await happen(
    fill('8', { side: 'sell', quantity: '1', value: '2000', fee: '2' }),
    fill('8', { side: 'buy', quantity: '1', value: '2000', fee: '0' }, 'demo'),
  );
  expect(await read('8')).toEqual([{ coin: 'ETH', num: '0', cost: '0', profit: '0' }]);
  expect(await read('8', 'demo')).toEqual([{ coin: 'ETH', num: '1', cost: '2000', profit: '0' }]);
});

it('comes to the same when everything is read again from the first event', async () => {
  const people = [await read('7'), await read('8'), await read('8', 'demo')];
  await db.read.query('DELETE FROM holdings');
  await db.transaction((tx) => built.consumers[0]!.handle(tx, happened));
  expect([await read('7'), await read('8'), await read('8', 'demo')]).toEqual(people);
});

it('makes three statements of a piece of events, however many there are', async () => {
  let statements = 0;
  const events = Array.from({ length: 200 }, (_, index) => ({
    ...fill(index % 2 === 0 ? '7' : '8', { side: 'buy', quantity: '0.001', value: '2', fee: '0' }),
    id: String(index),
  }));
  await db.transaction((tx) => {
    const counting = new Proxy(tx, {
      get: (target, key) => {
        if (key === 'query') statements += 1;
        return Reflect.get(target, key);
      },
    });
    return built.consumers[0]!.handle(counting, events);
  });
  expect(statements).toBeLessThanOrEqual(3);
});
