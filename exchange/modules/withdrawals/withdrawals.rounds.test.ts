import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWithdrawalsWorld, type Member, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';

const MINUTE_MS = 60_000;
let world: WithdrawalsWorld;
let ada: Member;
beforeEach(async () => {
  world = await createWithdrawalsWorld();
  ada = await world.join('one');
});
afterEach(() => world.close());

const stateOf = async (id: string) => (await ada.read(id)).state;
const alarms = async () =>
  Number(/alarms_total\{kind="withdrawal_step_failed"\} (\d+)/.exec((await world.platform.metrics.render()).body)?.[1] ?? 0);

it('a withdrawal whose step fails holds up no other of its network, is alarmed, and goes on when it can', async () => {
  const first = await ada.begin({ amount: '10' });
  const second = await ada.begin({ amount: '20' });
  await world.db.read.query(`
    CREATE FUNCTION refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
  `);
  await world.db.read.query(
    `CREATE TRIGGER refuse_step BEFORE UPDATE ON withdrawals FOR EACH ROW WHEN (OLD.id = '${first.id}' AND NEW.state = 'signed') EXECUTE FUNCTION refuse_step()`,
  );
  await world.pass(MINUTE_MS);
  await world.blocks(6);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['approved', 'done']);
  expect(await alarms()).toBeGreaterThan(0);
  await world.db.read.query('DROP TRIGGER refuse_step ON withdrawals');
  await world.blocks(6);
  expect(await stateOf(first.id)).toBe('done');
});
