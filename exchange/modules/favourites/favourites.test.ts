import { afterAll, beforeAll, expect, it } from 'vitest';
import * as protocol from '../../../lib/protocol/favourites';
import { FAVOURITES_MAX } from '../../../lib/protocol/wire';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createFavouritesModule } from './favourites.module';

const MARKETS = Array.from({ length: FAVOURITES_MAX + 20 }, (_, index) => ({ market: `C${index}-USDT` }));
let db: Database;
let built: ReturnType<typeof createFavouritesModule>;
const done = { hasTraded: false, hasSecondFactor: false };

beforeAll(async () => {
  db = await createTestDatabase();
  built = createFavouritesModule(
    { db },
    { listMarkets: () => MARKETS, hasTraded: async () => done.hasTraded, hasSecondFactor: async () => done.hasSecondFactor },
  );
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bea', 'bea', 'BBBBBBBB', 'person')`,
  );
});
afterAll(() => db.close());

const contextOf = (userId: string): CallContext => ({
  session: { userId, username: 'x', mode: 'real', sessionId: 's' },
  actor: null,
  ip: '1.2.3.4',
  isBff: true,
  setSession: () => undefined,
});
const list = async (userId: string) => protocol.favourites.answer.parse(await built.calls[0]!.run({}, contextOf(userId)));
const change = (userId: string, markets: readonly string[], on: '0' | '1') =>
  built.calls[1]!.run(protocol.favouritesChange.request.parse({ markets: markets.join(','), on }), contextOf(userId));
const steps = async (userId: string) => protocol.firstSteps.answer.parse(await built.calls[2]!.run({}, contextOf(userId)));

it('adds what another device starred, each market once, and leaves out what is not traded', async () => {
  await change('7', ['C1-USDT', 'C2-USDT'], '1');
  await change('7', ['C2-USDT', 'C3-USDT', 'GONE-USDT', 'C3-USDT'], '1');
  expect(await list('7')).toEqual(['C1-USDT', 'C2-USDT', 'C3-USDT']);
  expect(await list('8')).toEqual([]);
});

it('takes a star away, and the same again changes nothing', async () => {
  await change('7', ['C2-USDT'], '0');
  await change('7', ['C2-USDT'], '0');
  expect(await list('7')).toEqual(['C1-USDT', 'C3-USDT']);
});

it(`keeps the newest ${FAVOURITES_MAX}`, async () => {
  const all = MARKETS.map(({ market }) => market);
  await change('8', all.slice(0, FAVOURITES_MAX), '1');
  await change('8', all.slice(FAVOURITES_MAX), '1');
  expect(await list('8')).toEqual(all.slice(20));
});

it('says of each first step when it is done', async () => {
  expect(await steps('8')).toEqual({ traded: false, starred: true, is_protected: false });
  Object.assign(done, { hasTraded: true, hasSecondFactor: true });
  expect(await steps('8')).toEqual({ traded: true, starred: true, is_protected: true });
});
