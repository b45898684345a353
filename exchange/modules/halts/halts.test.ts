import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createWorld } from '../../../tests/helpers/spot-world';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createTestDatabase } from '../../platform/test-database';
import type { FeedState, HaltReason } from '../../../lib/protocol/wire';
import { haltMarketAction, resumeMarketAction } from './halts';
import { createHalts } from './halts.service';

const log = createLogger('silent');
type Act = typeof haltMarketAction;
const perform = (db: Database, act: Act, input: object) =>
  db.transaction((tx) => act.run(tx, { input: act.schema.parse(input), actor: null as never, at: 5 }));

describe.each(['embedded', 'postgres'] as const)('halts on %s', (kind) => {
  let db: Database;
  let server: SharedPostgres | null = null;
  beforeAll(async () => {
    if (kind === 'embedded') {
      db = await createTestDatabase();
      return;
    }
    server = await sharePostgres();
    db = openPatiently(await server.createDatabase('halts'), log);
  });
  afterAll(async () => {
    await db.close();
    await server?.stop();
  });
  beforeEach(() => db.read.query('DELETE FROM market_halts'));

  it('are laid over what takes trades, with the price as it is, and taken away again', async () => {
    const halts = createHalts({ db, log });
    const index = { market: 'BTC-USDT', price: '67000', at: 1, state: 'fresh' as FeedState, halt: null as HaltReason | null };
    const look = halts.overlay((market: string) => (market === 'XRP-USDT' ? null : { ...index, market }));
    await perform(db, haltMarketAction, { market: 'BTC-USDT', reason: 'maintenance' });
    expect(look('BTC-USDT')).toEqual(index);
    await halts.refresh();
    expect(look('BTC-USDT')).toEqual({ ...index, state: 'halted', halt: 'maintenance' });
    expect(look('ETH-USDT')).toEqual({ ...index, market: 'ETH-USDT' });
    expect(look('XRP-USDT')).toBeNull();
    await perform(db, resumeMarketAction, { market: 'BTC-USDT' });
    await halts.refresh();
    expect(look('BTC-USDT')).toEqual(index);
  });

  it('are made once, and ended only where there is one', async () => {
    await perform(db, haltMarketAction, { market: 'BTC-USDT', reason: 'inquiry' });
    await expect(perform(db, haltMarketAction, { market: 'BTC-USDT', reason: 'maintenance' })).rejects.toThrow('halted already');
    await expect(perform(db, resumeMarketAction, { market: 'ETH-USDT' })).rejects.toThrow('not halted');
    expect(() => haltMarketAction.schema.parse({ market: 'NO-SUCH', reason: 'inquiry' })).toThrow('a market such as');
    expect(() => haltMarketAction.schema.parse({ market: 'BTC-USDT', reason: 'because' })).toThrow('one of');
  });

  it('stay as they were known while the database cannot be asked', async () => {
    await perform(db, haltMarketAction, { market: 'BTC-USDT', reason: 'inquiry' });
    let isDown = false;
    const query: Database['read']['query'] = (...args) => (isDown ? Promise.reject(new Error('down')) : db.read.query(...args));
    const halts = createHalts({ db: { ...db, read: { query } }, log });
    await halts.refresh();
    isDown = true;
    await expect(halts.refresh()).rejects.toThrow('down');
    expect(halts.find('BTC-USDT')).toMatchObject({ reason: 'inquiry' });
  });
});

describe('a halted spot market', () => {
  it('refuses new orders with the reason, lets cancel, and a stop that is reached waits for the first print after it', async () => {
    const world = await createWorld();
    await world.fund('1', { USDT: '10000', ETH: '1' });
    await world.fund('2', { USDT: '10000' });
    const resting = await world.place('1', 'buy 1 at 1900');
    await world.place('2', 'buy 1 at 1890');
    const stop = await world.place('1', 'sell 1 at 1880', { kind: 'stop_limit', stop: '1895' });
    Object.assign(world.index, { state: 'halted', halt: 'maintenance' });
    await expect(world.place('2', 'buy 1 at 1900')).rejects.toMatchObject({ code: 'MARKET_HALTED', params: { reason: 'maintenance' } });
    await world.cancel('1', resting.id);
    await world.print('1894');
    const stateOf = async () => ((await world.call('/x/order', { id: stop.id }, '1')) as { order: { state: string } }).order.state;
    expect(await stateOf()).toBe('waiting');
    Object.assign(world.index, { state: 'fresh', halt: null });
    await world.print('1894');
    expect(await stateOf()).toBe('filled');
    await world.verify();
  });
});
