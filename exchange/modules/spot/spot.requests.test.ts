import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestBar, requestOutcome } from '../../../lib/protocol/requests';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import type { CallContext, RegisteredCall } from '../../http/register-call';
import { createRequestsModule } from '../requests/requests.module';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '10000' });
});
afterEach(() => world.verify());

const ask = async (call: typeof requestOutcome | typeof requestBar, requestId: string, userId = '1', mode: 'real' | 'demo' = 'real') => {
  const [look, bar] = createRequestsModule(world).calls as [RegisteredCall, RegisteredCall];
  const context = { session: { userId, username: 'ada', mode, sessionId: '1' }, ip: '127.0.0.1', isBff: true } as CallContext;
  const { state } = (await (call === requestOutcome ? look : bar).run({ call: 'spot.place', request_id: requestId }, context)) as {
    state: string;
  };
  return state;
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

it('says of an order whether it was placed, to its owner and in its mode only', async () => {
  expect(await ask(requestOutcome, 'number-1')).toBe('none');
  await world.place('1', 'buy 1 at 1900', { requestId: 'number-1' });
  expect(await ask(requestOutcome, 'number-1')).toBe('done');
  expect([await ask(requestOutcome, 'number-1', '2'), await ask(requestOutcome, 'number-1', '1', 'demo')]).toEqual(['none', 'none']);
});

it('refuses an order whose number was barred, however often it arrives, and holds nothing for it', async () => {
  expect([await ask(requestBar, 'number-1'), await ask(requestBar, 'number-1')]).toEqual(['barred', 'barred']);
  for (let arrival = 0; arrival < 2; arrival += 1)
    expect(await codeOf(world.place('1', 'buy 1 at 1900', { requestId: 'number-1' }))).toBe('DUPLICATE_REQUEST');
  expect(await ask(requestOutcome, 'number-1')).toBe('barred');
  expect([await world.balances('1'), await world.bookOf()]).toEqual([{ USDT: '10000 + 0' }, { bids: [], asks: [] }]);
});

it('bars nothing that was done: the order stands and answers as it did', async () => {
  const placed = await world.place('1', 'buy 1 at 1900', { requestId: 'number-1' });
  expect(await ask(requestBar, 'number-1')).toBe('done');
  expect(await world.place('1', 'buy 1 at 1900', { requestId: 'number-1' })).toEqual(placed);
});

it('an order and its bar that come at once: one of them wins, and both sides hear which', async () => {
  for (let round = 0; round < 10; round += 1) {
    const requestId = `number-${round}`;
    const [barred, placed] = await Promise.all([ask(requestBar, requestId), codeOf(world.place('1', 'buy 0.1 at 1900', { requestId }))]);
    expect([barred, placed]).toEqual(barred === 'done' ? ['done', 'accepted'] : ['barred', 'DUPLICATE_REQUEST']);
  }
});

it('stores of an answer what is not as in most orders, and repeats it to the letter', async () => {
  await world.fund('1', { ETH: '10' });
  const placings = [
    ['plain', 'buy 1 at 1900', {}],
    ['entry', 'buy 1 at 1900', { takeProfit: '1950', stopLoss: '1800', stopLossLimit: '1790' }],
    ['pair', 'sell 1 at 2100', { kind: 'oco', stop: '1930', stopLimit: '1920' }],
  ] as const;
  for (const [requestId, order, more] of placings) {
    const placed = JSON.stringify(await world.place('1', order, { ...more, requestId }));
    expect(JSON.stringify(await world.place('1', order, { ...more, requestId }))).toBe(placed);
    const { rows } = await world.db.read.query<{ order: object }>(
      "SELECT answer->'order' AS order FROM idempotency_keys WHERE request_id = $1",
      [requestId],
    );
    const { order: whole } = JSON.parse(placed) as { order: Record<string, unknown> };
    const ordinary = ['stop', 'stop_side', 'triggered', 'held', 'partner', 'entry', 'tp', 'sl', 'sl_limit', 'exits'].filter(
      (field) => whole[field] === null || whole[field] === '0',
    );
    expect(Object.keys(rows[0]?.order ?? {})).toEqual(Object.keys(whole).filter((field) => !ordinary.includes(field)));
    expect(ordinary.length).toBeGreaterThan(4);
  }
});

it('repeats an answer that was stored whole', async () => {
  const placed = await world.place('1', 'buy 1 at 1900', { requestId: 'number-1' });
  await world.db.read.query('UPDATE idempotency_keys SET answer = $1::json', [JSON.stringify(placed)]);
  expect(JSON.stringify(await world.place('1', 'buy 1 at 1900', { requestId: 'number-1' }))).toBe(JSON.stringify(placed));
});
