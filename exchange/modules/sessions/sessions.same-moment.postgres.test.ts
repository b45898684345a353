import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { createOperatorPair } from '../../../tests/helpers/operator-pair';
import { createOptionsWorld, type OptionsWorld } from '../../../tests/helpers/options-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { callConfirmed } from '../../../tests/helpers/step-up';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createClosingModule } from '../closing/closing.module';
import { takeTurns, userAddress } from '../ledger/ledger';
import { holdWriters } from '../matching/matching';

let server: SharedPostgres;
let db: Database;
let world: TestWorld;
let trading: OptionsWorld;
let client: Client;
let userId: string;
beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const url = await server.createDatabase('moment');
  const open = () => openPatiently(url, createLogger('silent'));
  db = open();
  const leaving = { readTerms: () => ({ channels: [] }), listConvertible: () => [], findValue: () => null };
  world = await createTestWorld(
    {},
    {
      db: open(),
      more: async ({ platform, stepUp, accounts }) => [
        createClosingModule(platform, { stepUp: stepUp.stepUp, accounts: accounts.service, ...leaving }),
      ],
    },
  );
  trading = await createOptionsWorld((inner) => inner, open());
  client = await signInByWallet(world);
  userId = (await db.read.query<{ id: string }>(`SELECT id FROM users WHERE kind = 'person'`)).rows[0]?.id ?? '';
});
afterEach(async () => {
  await trading.verify();
  await world.close();
  await db.close();
});

const waitingFor = (locktype: string) =>
  expect
    .poll(async () => {
      const { rows } = await db.read.query<{ n: string }>('SELECT count(*) AS n FROM pg_locks WHERE locktype = $1 AND NOT granted', [
        locktype,
      ]);
      return Number(rows[0]?.n);
    })
    .toBeGreaterThan(0);

describe('a contract that is bought in the moment of a freeze', () => {
  const FREEZES: Record<string, () => Promise<unknown>> = {
    'the owner': async () => expect(await client.post('/x/freeze', {})).toMatchObject({ status: 1 }),
    'a mailed link': async () => {
      await world.sessions.mailing.sendDue();
      const { info } = await world.createClient().get('/x/outbox?to=owner@candor.example', world.bff);
      const token = /#(\S+)/.exec((info as { text: string }[])[0]?.text ?? '')?.[1] ?? '';
      expect(await world.createClient().post('/x/freeze-by-link', { token })).toMatchObject({ status: 1 });
    },
    'an operator': async () => {
      const operators = await createOperatorPair(db, () => world.time.now);
      expect(await operators.run('eve', 'account', 'freeze', userId)).toContain('was frozen');
    },
  };

  it.each(Object.keys(FREEZES))('of %s is there before the freeze is answered, and none is bought after it', async (name) => {
    await db.read.query(`UPDATE users SET email = $2, email_key = $2 WHERE id = $1`, [userId, 'owner@candor.example']);
    // Its mail has the link.
    await signInByWallet(world);
    await trading.join(userId);
    const seen: string[] = [];
    let bought: Promise<unknown> = Promise.resolve();
    let frozen: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE option_contracts IN SHARE MODE');
      bought = trading.buy(userId, 'up 100').then(() => seen.push('bought'));
      await waitingFor('relation');
      frozen = (FREEZES[name] as () => Promise<unknown>)().then(() => seen.push('frozen'));
      // It waits for the purchase, or is over without it.
      await Promise.race([frozen, waitingFor('advisory')]);
    });
    await Promise.all([bought, frozen]);
    expect(seen).toEqual(['bought', 'frozen']);
    // A call that was let in before the sessions ended.
    await expect(trading.buy(userId, 'up 100')).rejects.toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await trading.show(userId)).toHaveLength(1);
  });
});

it('an account is not closed beside a loan that is applied for in the same moment', async () => {
  const close = () => callConfirmed(world, client, () => client.post('/x/close-account', {}));
  const turn = userAddress({ userId, mode: 'real', asset: 'USDT', part: 'available' });
  let closed: ReturnType<typeof close> = Promise.resolve({ status: 0, info: null, url: null });
  // As an application does: its turn, and then what it writes.
  await db.transaction(async (tx) => {
    await takeTurns(tx, [turn]);
    closed = close();
    await Promise.race([closed, waitingFor('advisory')]);
    await tx.query(`SELECT set_config('session_replication_role', 'replica', true)`);
    await tx.query(
      `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at, principal, next_at)
        VALUES ($1, 'real', 'a', 1, 7, 1000, '0.1', 100, 1, 'applying', false, true, 1, 100, 1)`,
      [userId],
    );
  });
  expect(await closed).toMatchObject({ code: 'CLOSING_BLOCKED' });
  expect((await db.read.query('SELECT closed_at FROM users WHERE id = $1', [userId])).rows).toEqual([{ closed_at: null }]);
});

it('who did not confirm the closing of an account is refused without having markets wait', async () => {
  await db.transaction(async (tx) => {
    await holdWriters(tx);
    expect(await client.post('/x/close-account', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });
});
