import { expect, it } from 'vitest';
import { createDepositsWorld, UNIT } from '../../tests/helpers/deposits-world';
import { createOperatorKey, foundOperator } from '../modules/operators/operators';
import { runCommand } from './commands';

it('a network that a deep reorganisation stopped goes on from the block that two operators name, and from no other', async () => {
  const world = await createDepositsWorld();
  const { db, time } = world;
  const keys = await Promise.all(
    ['ann', 'bob'].map(async (name) => {
      const { key, fingerprint } = createOperatorKey();
      await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
      return key;
    }),
  );
  const operate = async (key: string | undefined, ...argv: string[]) => {
    const context = { db, env: { dataDir: '.', sandbox: false }, audits: [], operatorKey: key ?? null, now: () => time.now };
    return (await runCommand(context, [...argv, '--reason', 'three explorers show it'])).text;
  };
  const follow = async (block: number) => {
    const request = /^request ([0-9]+) /.exec(await operate(keys[0], 'follow', 'ERC20', String(block)))?.[1] ?? '';
    return operate(keys[1], 'approve', request);
  };
  await world.mine(2);
  await world.round();
  await expect(follow(1)).rejects.toThrow('not stopped by a deep reorganisation');
  await world.send({ amount: UNIT });
  await world.mine(5);
  await world.send({ amount: 2n * UNIT });
  await world.mine(2);
  await world.round();
  await world.chain.reorganise({ depth: 7, isKept: true });
  await world.mine(1);
  await world.round();
  expect((await db.read.query('SELECT detail FROM network_pauses')).rows).toEqual([{ detail: 'the chain was replaced after block 2' }]);
  await expect(follow(99)).rejects.toThrow('block 99 is not remembered');
  // Not the last one that is as it was: the next look stops the network again.
  expect(await follow(8)).toContain('ERC20 goes on from block 8');
  await world.round();
  expect(await world.pauses()).toEqual(['deep_reorganisation']);
  expect(await follow(2)).toContain('ERC20 goes on from block 2: 1 undone, 1 carried');
  await world.mine(5);
  await world.round();
  expect([await world.pauses(), await world.balanceOf('7')]).toEqual([[], 300_000_000n]);
  expect(await world.findFaults()).toEqual([]);
  await world.close();
});
