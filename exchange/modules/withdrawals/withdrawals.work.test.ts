import { afterAll, beforeAll, expect, it } from 'vitest';
import { countStatements } from '../../../tests/helpers/count-statements';
import { confirmByWallet } from '../../../tests/helpers/step-up';
import { createWithdrawalsWorld, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { createTestDatabase } from '../../platform/test-database';

/** Statements of one request that is alone and was confirmed, with BEGIN and COMMIT of its transaction. */
const STATEMENTS_MAX = 15;
/** What another one in the same transaction adds: its address, its session and its confirmation. */
const ANOTHER_MAX = 3;
const MEMBERS = 8;
const MINUTE_MS = 60_000;
let world: WithdrawalsWorld;
let sent: string[];

beforeAll(async () => {
  const counted = countStatements(await createTestDatabase());
  sent = counted.sent;
  world = await createWithdrawalsWorld({}, {}, { db: counted.db });
});
afterAll(() => world.close());

it('while nothing is to be paid on any network, a look is one statement; with a withdrawal under way it goes on', async () => {
  await world.module.worker.round();
  sent.length = 0;
  await world.module.worker.round();
  expect(sent).toHaveLength(1);
  const idle = await world.join('work-idle');
  const { id } = await idle.begin({ amount: '10' });
  sent.length = 0;
  await world.module.worker.round();
  expect(sent, 'one that waits is not for the payer yet').toHaveLength(1);
  await world.pass(MINUTE_MS);
  await world.blocks(6);
  expect((await idle.read(id)).state).toBe('done');
  sent.length = 0;
  await world.module.worker.round();
  expect(sent).toHaveLength(1);
});

it(`a request costs at most ${STATEMENTS_MAX} statements, however many withdrawals its owner has`, async () => {
  const ada = await world.join('work-ada', { USDT: 2_000n });
  const counts: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const body = { channel: 'USDT_ERC20', address: OUTSIDE.ERC20, amount: '10', request_id: `work-request-number-${n}` };
    const refused = await ada.client.post('/x/withdraw', body);
    await confirmByWallet(world, ada.client, refused, 'work-ada');
    sent.length = 0;
    expect((await ada.client.post('/x/withdraw', body)).status).toBe(1);
    counts.push(sent.length);
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(STATEMENTS_MAX);
});

it(`eight requests of eight members at once share a transaction: another one costs at most ${ANOTHER_MAX} statements`, async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, n) => world.join(`work-${n}`, { USDT: 100n })));
  const bodyOf = (n: number) => ({ channel: 'USDT_ERC20', address: OUTSIDE.ERC20, amount: '10', request_id: `work-together-number-${n}` });
  for (const [n, { client }] of members.entries()) {
    await confirmByWallet(world, client, await client.post('/x/withdraw', bodyOf(n)), `work-${n}`);
  }
  sent.length = 0;
  const answers = await Promise.all(members.map(({ client }, n) => client.post('/x/withdraw', bodyOf(n))));
  expect(answers.map(({ status }) => status)).toEqual(members.map(() => 1));
  expect(new Set(answers.map(({ info }) => (info as { id: string }).id)).size).toBe(MEMBERS);
  // How many arrive together is the sockets' choice.
  const transactions = sent.filter((text) => text.startsWith('WITH added AS (INSERT INTO withdrawals')).length;
  expect(transactions).toBeLessThanOrEqual(MEMBERS / 2);
  expect(sent.length).toBeLessThanOrEqual(STATEMENTS_MAX * transactions + ANOTHER_MAX * (MEMBERS - transactions));
});
