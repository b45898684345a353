import { expect, it } from 'vitest';
import { createDyingDatabase } from '../../../tests/helpers/dying-database';
import { liabilities, ownLiabilities } from '../../../lib/protocol/liabilities';
import { findInclusionFault } from '../../../lib/rules/liabilities';
import type { CallContext } from '../../http/register-call';
import type { JobKind } from '../../platform/job-kinds';
import { JobRunner } from '../../platform/job-runner';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { postJournals } from '../ledger/ledger';
import { CHUNK_MEMBERS } from './liabilities.job';
import { createLiabilitiesModule } from './liabilities.module';
import { hashText } from './liabilities.tree';

const DAY_MS = 86_400_000;
const UNIT = 100_000_000n;
const COINS = ['BTC', 'USDT'];

it('trees of what members own, killed at each step, are built once and prove what each of them owns', async () => {
  const db = await createTestDatabase();
  const dying = createDyingDatabase(db);
  const made = createTestPlatform(db, { env: { sandbox: false } });
  await db.read.query('CREATE TABLE trees_built (at int8, sums text)');
  const world = createLiabilitiesModule(made.platform, {
    async onBuilt(tx, { at, sums }) {
      await tx.query('INSERT INTO trees_built VALUES ($1, $2)', [at, [...sums].sort().join(' ')]);
    },
  });
  // Two chunks of them.
  const members = Array.from({ length: CHUNK_MEMBERS + 3 }, (_, n) => String(n + 1));
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind)
     SELECT i, 'user' || i, 'user' || i, lpad(i::text, 8, '0'), 'person' FROM unnest($1::int8[]) AS i`,
    [members],
  );
  const journals = members.flatMap((id) =>
    COINS.map((asset) => {
      const postings = [
        { address: `outside:real:issuance:${asset}`, amount: -UNIT },
        { address: `user:${id}:real:${asset}:available`, amount: UNIT },
      ];
      return { code: 'FAUCET', reference: `${asset} ${id}`, at: 1, postings };
    }),
  );
  await db.transaction((tx) => postJournals(tx, journals));
  const owned = BigInt(members.length) * UNIT;

  const [begin] = world.jobs as JobKind[];
  const kinds = world.jobs as JobKind[];
  const work = (of: typeof db) => new JobRunner({ ...made.platform, db: of, kinds }).round();
  const context = (userId: string): CallContext => ({
    session: { userId, username: 'ada', mode: 'real', sessionId: 's' },
    actor: null,
    ip: '1.2.3.4',
    isBff: true,
    setSession: () => undefined,
  });
  const readTree = async () => liabilities.answer.parse(await world.calls[0]?.run({}, context('1'))).trees[0];

  const ends = await dying.killAtEach({
    async prepare() {
      made.time.now += DAY_MS + 1;
      await db.transaction((tx) => begin?.run(tx, { key: '', payload: {}, cursor: null, dueAt: 0, attempts: 0 }) as Promise<unknown>);
    },
    work: () => work(dying.db),
    async look(n) {
      await work(db);
      const { rows } = await db.read.query('SELECT sums FROM trees_built WHERE at = $1', [made.time.now]);
      expect(rows, `killed at ${n}`).toEqual([{ sums: COINS.map((coin) => `${coin},${owned}`).join(' ') }]);
      const tree = await readTree();
      expect(
        tree?.roots.map(({ coin, sum, leaves }) => [coin, sum, leaves]),
        `killed at ${n}`,
      ).toEqual(COINS.map((coin) => [coin, String(members.length), members.length]));
      for (const userId of [members[0], members.at(-1)] as string[]) {
        const own = ownLiabilities.answer.parse(await world.calls[1]?.run({ tree: tree?.id }, context(userId)));
        const faults = await Promise.all(
          own.leaves.map(({ coin, num, nonce, path }) => {
            const root = tree?.roots.find((one) => one.coin === coin);
            const leaf = { snapshot: String(tree?.id), asset: coin, owner: own.owner, amount: num, nonce };
            return root === undefined ? 'no root' : findInclusionFault({ leaf, path, root }, async (text) => hashText(text));
          }),
        );
        expect(faults, `killed at ${n}`).toEqual([null, null]);
      }
    },
  });
  expect(ends).toBeGreaterThan(30);
  await db.close();
});
