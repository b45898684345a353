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
