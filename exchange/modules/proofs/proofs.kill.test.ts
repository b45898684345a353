import { expect, it } from 'vitest';
import { createDyingDatabase } from '../../../tests/helpers/dying-database';
import { createOperatorPair } from '../../../tests/helpers/operator-pair';
import type { CallContext } from '../../http/register-call';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { createFilesService } from '../files/files.service';
import { createProofsModule } from './proofs.module';

const USER = '7001';

async function createWorld() {
  const inner = await createTestDatabase();
  const { db, killAtEach } = createDyingDatabase(inner);
  const { platform, time } = createTestPlatform(db, { env: { sandbox: false, filesKey: 'A'.repeat(43) } });
  const module = createProofsModule(platform, {
    networks: { listOptions: () => [{ id: '1', title: 'USDT_ERC20', network: 'ERC20', coin: 'USDT' }] },
    files: createFilesService(platform),
    wires: { prove: () => Promise.reject(new Error('no wire')) },
  });
  await inner.read.query('INSERT INTO users (id, username, username_key, referral_code) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $2, $3)', [
    USER,
    'ada',
    'AAAAAAAA',
  ]);
  return {
    inner,
    db,
    killAtEach,
    operators: await createOperatorPair(db, () => time.now),
    /** Gives a proof of a transaction that ends so; returns its number. */
    async give(hash: string): Promise<string> {
      const context = { session: { userId: USER, username: 'ada', mode: 'real', sessionId: 's' } } as CallContext;
      const submit = module.calls?.find(({ call }) => call.id === 'deposits.submit');
      await submit?.run({ id: '1', num: '5', hash, request_id: `request-${hash}`.padEnd(20, '-') }, context);
      return (await inner.read.query<{ id: string }>('SELECT max(id) AS id FROM deposit_proofs')).rows[0]?.id ?? '';
    },
    /** Has a transaction that ends so arrive and be credited; returns the number of the deposit. */
    async credit(hash: string): Promise<string> {
      const { rows } = await inner.read.query<{ id: string }>(
        `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, block, block_hash, credited, seen_at, credited_at)
         VALUES ('ERC20', $1, 1, $2, 'USDT', $3, 5000000000000000000, 'credited', 1, 'h', 500000000, $4::int8, $4::int8 + 1) RETURNING id`,
        [`0x${'a'.repeat(58)}${hash}`, USER, `0x${'b'.repeat(40)}`, time.now],
      );
      return rows[0]?.id ?? '';
    },
    hear: (deposit: string) =>
      db.transaction(async (tx) => {
        const event = { id: '1', kind: 'deposit.credited', userId: USER, mode: 'real' as const, at: time.now, payload: { deposit } };
        await module.consumers?.[0]?.handle(tx, [event]);
      }),
    async read(proof: string) {
      const { rows } = await inner.read.query('SELECT answer, answered_by AS by, deposit_id AS deposit FROM deposit_proofs WHERE id = $1', [
        proof,
      ]);
      return rows[0];
    },
  };
}
const OPEN = { answer: null, by: null, deposit: null };

it('an answer of two operators, killed at each step, is given once with its event, and names its deposit', async () => {
  const { killAtEach, operators, inner, ...world } = await createWorld();
  let [proof, deposit, request] = ['', '', ''];
  const ends = await killAtEach({
    async prepare(n) {
      proof = await world.give(n.toString(16).padStart(6, '0'));
      deposit = await world.credit(n.toString(16).padStart(6, 'f'));
      request = /request (\d+)/.exec(await operators.run('eve', 'proofs', 'answer', proof, 'credited', deposit))?.[1] ?? '';
    },
    work: () => operators.run('fay', 'approve', request),
    async look(n) {
      const answered = { answer: 'credited', by: 'operator fay', deposit };
      const isDone = (await world.read(proof))?.answer !== null;
      expect(await world.read(proof), `killed at ${n}`).toEqual(isDone ? answered : OPEN);
      const again = operators.run('fay', 'approve', request);
      if (isDone) await expect(again).rejects.toThrow();
      else await again;
      expect(await world.read(proof), `killed at ${n}`).toEqual(answered);
      const { rows } = await inner.read.query<{ n: number }>("SELECT count(*)::int4 AS n FROM event_log WHERE kind = 'proofs.answered'");
      expect(rows, `killed at ${n}`).toEqual([{ n }]);
    },
  });
  expect(ends).toBeGreaterThan(5);
  await inner.close();
});

it('an answer of the exchange, killed at each step, is given once what was credited is heard of again', async () => {
  const { killAtEach, inner, ...world } = await createWorld();
  let [proof, deposit] = ['', ''];
  const ends = await killAtEach({
    async prepare(n) {
      const hash = n.toString(16).padStart(6, '0');
      proof = await world.give(hash);
      deposit = await world.credit(hash);
    },
    work: () => world.hear(deposit),
    async look(n) {
      const answered = { answer: 'credited', by: 'exchange', deposit: null };
      expect([OPEN, answered], `killed at ${n}`).toContainEqual(await world.read(proof));
      for (let again = 0; again < 2; again += 1) await world.hear(deposit);
      expect(await world.read(proof), `killed at ${n}`).toEqual(answered);
    },
  });
  expect(ends).toBeGreaterThan(0);
  await inner.close();
});
