import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, MORNING, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { MODES } from '../../../lib/protocol/wire';
import { createId } from '../../platform/ids';
import { createUserCommand, ELSEWHERE } from '../matching/matching';
import { runBatch } from './perpetual.batch';
import type { Command } from './perpetual.commands';
import { leaseOf } from './perpetual.leases';
import type { PerpetualBook } from './perpetual.book';
import { PERPETUAL_FEE_BOUNDS, toFeesInForce } from './perpetual.terms';

/** One position per transaction: whatever can come between two chunks does. */
let world: PerpetualWorld;
/** 08:00, two hours after the clock's start. */
const EIGHT = MORNING + 2 * 3_600_000;
const LONGS = ['1', '2', '3', '4'];
const SHORTS = ['6', '7'];
beforeEach(async () => {
  world = await createPerpetualWorld({ fundingChunk: 1 });
  for (const user of [...LONGS, ...SHORTS, '8', '9']) await world.fund(user, '10000');
  await world.print('2000');
  await world.place('6', 'sell 1.5 at 2000');
  await world.place('7', 'sell 0.5 at 2000');
  for (const user of LONGS) await world.place(user, 'buy 0.5 at 2000');
});
afterEach(() => world.verify());

const hearAt = (at: number, price = '2000') => world.hear(price, (at - world.clock.at) / 1_000);
const read = async <R extends Record<string, unknown>>(sql: string) => (await world.db.read.query<R>(sql)).rows;
/** What each user received for each funding time, as `user side quantity amount` in base units. */
const payments = async () =>
  (
    await read<Record<'user_id' | 'side' | 'quantity' | 'amount', string>>(
      'SELECT user_id, side, quantity, amount FROM perpetual_funding_payments ORDER BY user_id, id',
    )
  ).map(({ user_id, side, quantity, amount }) => `${user_id} ${side} ${quantity} ${amount}`);
const fundings = () =>
  read<Record<string, unknown>>(
    "SELECT instant::text, trim_scale(mark)::text AS mark, phase, skipped, paid::text, received::text, by_fund::text, missing::text FROM perpetual_fundings WHERE mode = 'real' ORDER BY instant",
  );
const row = { instant: String(EIGHT), mark: '2000', phase: 'done', skipped: null, by_fund: '0', missing: '0' };
/** 0.5 and 1.5 ETH at 2000 and 0.01 %: 0.1 and 0.3 USDT. */
const EVERYBODY = [
  ...LONGS.map((user) => `${user} long 50000000 -10000000`),
  '6 short 150000000 30000000',
  '7 short 50000000 10000000',
] as const;
const close = async (user: string) => {
  const position = await world.position(user);
  const of = { positionId: position?.id ?? '', requestId: createId(), quantity: null };
  return world.perpetual.closePosition({ userId: user, mode: 'real' }, of);
};
const untilPaid = (count: number) => expect.poll(async () => (await payments()).length, { interval: 5 }).toBeGreaterThanOrEqual(count);

describe('a funding time in pieces', () => {
  it('takes every position once, with one mark however prices move in between', async () => {
    hearAt(EIGHT);
    for (const price of ['2001', '1999', '2002']) world.hear(price);
    await world.perpetual.settled();
    expect(await fundings()).toEqual([{ ...row, paid: '40000000', received: '40000000' }]);
    expect(await payments()).toEqual(EVERYBODY);
    expect(await world.balanceOf('clearing:real:funding-ETH-USDT:USDT')).toBe(0n);
    const journals = await read<{ n: number }>("SELECT count(*)::int AS n FROM ledger_journals WHERE code = 'PERPETUAL_FUNDING'");
    expect(journals[0]?.n).toBeGreaterThanOrEqual(6);
  });

  it('goes on where a crash cut it off, with the mark of the first print', async () => {
    hearAt(EIGHT);
    await untilPaid(2);
    await world.restart();
    expect((await payments()).length).toBeLessThan(6);
    await world.print('2100');
    await world.print('2050');
    expect(await fundings()).toEqual([{ ...row, paid: '40000000', received: '40000000' }]);
    expect(await payments()).toEqual(EVERYBODY);
  });

  it('leaves a market alone that is taken over while a batch reads: nothing would take its piece back or make it final', async () => {
    const { state } = world.perpetual;
    const lease = leaseOf('ETH-USDT');
    const epoch = state.epochs.get(lease) as string;
    const books = MODES.map((mode) => state.find('ETH-USDT', mode) as PerpetualBook);
    const position = await world.position('1');
    const caller = { userId: '1', mode: 'real' as const };
    const asked = createUserCommand(caller, createId(), {});
    const commands: Command[] = [
      { kind: 'funding', market: 'ETH-USDT', mode: 'real' },
      { kind: 'close', positionId: Number(position?.id), quantity: null, ...asked },
    ];
    const context = {
      ...{ state, processId: 'one', getIndex: () => null, fundOwner: 0, fundingChunk: 10, needsInsurance: false, now: EIGHT },
      ...{
        costs: { asked: 1_000, chunk: 1_000 },
        processMs: 1_000,
        loadStandings: () => Promise.resolve(new Map()),
        fees: toFeesInForce(PERPETUAL_FEE_BOUNDS),
      },
    };
    hearAt(EIGHT);
    state.disown(lease);
    await world.perpetual.settled();
    const { outcomes } = await world.db.transaction((tx) => {
      const query: typeof tx.query = (text, params) => {
        if (text.includes('idempotency_keys')) state.own(lease, epoch, books);
        return tx.query(text, params);
      };
      return runBatch({ query }, context, commands);
    });
    expect(state.commit()).toEqual([]);
    expect([await payments(), await fundings()]).toEqual([[], []]);
    expect(books.map((book) => book.funding.round)).toEqual([null, null]);
    expect(outcomes).toEqual([ELSEWHERE, ELSEWHERE]);
    world.hear('2000');
    await world.perpetual.settled();
    expect(await payments()).toEqual(EVERYBODY);
  });

  it('is not delayed or skipped by a new position in every batch', async () => {
    await world.place('9', 'sell 1 at 2000');
    for (let minute = 0; minute <= 11; minute += 1) {
      const tiny = world.place('8', 'buy 0.01 at 2000');
      hearAt(EIGHT + minute * 60_000, String(2000 + minute));
      await tiny.catch(() => undefined);
      await world.perpetual.settled();
    }
    expect(await fundings()).toEqual([{ ...row, paid: '40000000', received: '40000000' }]);
    expect(await payments()).toEqual(EVERYBODY);
  });

  it('is paid by who closes before the turn of the position, and reaches who closed', async () => {
    await world.place('9', 'buy 3 at 1999.99');
    await world.place('8', 'sell 3 at 2000.01');
    hearAt(EIGHT);
    await Promise.all([close('4'), close('7')]);
    expect([await world.position('4'), await world.position('7')]).toEqual([null, null]);
    await world.perpetual.settled();
    expect(await payments()).toEqual(EVERYBODY);
    const closed = await read<Record<string, string>>(
      'SELECT user_id::text, funding::text FROM perpetual_positions WHERE closed_at IS NOT NULL ORDER BY user_id',
    );
    expect(closed).toEqual([
      { user_id: '4', funding: '-10000000' },
      { user_id: '7', funding: '10000000' },
    ]);
    expect((await fundings())[0]).toMatchObject({ paid: '40000000', received: '40000000' });
  });

  it('comes before the fill of a resting order whose owner had not had a turn', async () => {
    await world.place('4', 'sell 0.5 at 2000.5');
    await world.place('7', 'buy 0.5 at 1999.5');
    hearAt(EIGHT);
    const [bought, sold] = await Promise.all([world.place('9', 'buy 0.2 at 2000.5'), world.place('8', 'sell 0.2 at 1999.5')]);
    expect([bought.state, sold.state]).toEqual(['filled', 'filled']);
    await world.perpetual.settled();
    expect(await payments()).toEqual(EVERYBODY);
    expect([await world.position('4'), await world.position('7')]).toMatchObject([{ num: '0.3' }, { num: '0.3' }]);
  });

  it('holds up no order of somebody else by more than one transaction of its own, which has few accounts', async () => {
    hearAt(EIGHT);
    // As they come: with the first chunk, and while the others are under way.
    for (let price = 1_990; price < 1_996; price += 1) await world.place('8', `buy 0.01 at ${price}`);
    await world.perpetual.settled();
    expect(await payments()).toEqual(EVERYBODY);
    const both = await read(
      `SELECT f.id FROM ledger_journals f JOIN ledger_journals o ON o.xmin = f.xmin AND o.code <> f.code WHERE f.code = 'PERPETUAL_FUNDING'`,
    );
    expect(both).toEqual([]);
    const [largest] = await read<{ n: number }>(
      `SELECT count(DISTINCT p.account_id)::int AS n FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
        WHERE j.code = 'PERPETUAL_FUNDING' GROUP BY j.id ORDER BY n DESC LIMIT 1`,
    );
    // Of one position two parts of a balance; the clearing account, the insurance fund's and the one of rounding.
    expect(largest?.n).toBeLessThanOrEqual(5);
  });

  it('gives receivers less in proportion when neither payers nor the insurance fund have it', async () => {
    // All but 0.02 USDT of what user 1 has, margin too, goes before the instant.
    const units = async (part: string) => world.balanceOf(`user:1:real:USDT:${part}`);
    await world.db.read.query('UPDATE perpetual_positions SET margin = 2000000 WHERE user_id = 1');
    const postings = [
      { address: 'user:1:real:USDT:available', amount: -(await units('available')) },
      { address: 'user:1:real:USDT:margin', amount: 2_000_000n - (await units('margin')) },
      { address: 'outside:real:issuance:USDT', amount: (await units('available')) + (await units('margin')) - 2_000_000n },
    ];
    await world.post(postings);
    await world.setFund('0');
    await world.restart();
    hearAt(EIGHT, '2000');
    await world.perpetual.settled();
    // 0.3 + 0.02 of 0.4 is there: 0.24 of 0.3 and 0.08 of 0.1.
    expect(await fundings()).toEqual([{ ...row, paid: '32000000', received: '32000000', missing: '8000000' }]);
    expect(await payments()).toEqual([
      '1 long 50000000 -2000000',
      ...EVERYBODY.slice(1, 4),
      '6 short 150000000 24000000',
      '7 short 50000000 8000000',
    ]);
  });
});
