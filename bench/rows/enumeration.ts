// Whether the time of an answer tells who has an account: wrong passwords and links for a new password, for accounts and for nobody in turn, on both databases.
import { hashPassword } from '../../exchange/modules/accounts/accounts.passwords';
import { createTestWorld, solveChallenge, type TestWorld } from '../../tests/helpers/accounts-world';
import { onBothDatabases } from '../support/databases';
import { printVerdict, quantile } from '../support/print';
import { createRandom } from '../support/random';

const SAMPLES = Number(process.env.SAMPLES ?? 400);
const WARM_UP = 20;
/** A try that says nothing is right as often as a coin. Of 400 pairs a coin's figure is between 47 and 53 %. */
const TELLS_MAX_PERCENT = 55;
const PASSWORD = 'correct horse battery';

type Ask = (name: string) => Promise<number>;

/** Opens the accounts `known_0`, `known_1` and so on: names that begin otherwise are nobody's. */
async function openAccounts({ db }: TestWorld): Promise<void> {
  await db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code)
     SELECT name, name, name || '@candor.example', name || '@candor.example', $2, 'B' || lpad(n::text, 7, '0')
       FROM generate_series(0, $1::int8) AS n, LATERAL (SELECT 'known_' || n) AS of(name)`,
    [SAMPLES + WARM_UP, await hashPassword(PASSWORD)],
  );
}

/** Returns the two questions whose answers must not tell, each timed in ms; every try comes from a network of its own. */
function createQuestions(world: TestWorld): Record<string, Ask> {
  let tries = 0;
  const from = () => {
    tries += 1;
    return { ...world.bff, 'x-client-ip': `10.${tries >> 16}.${(tries >> 8) & 255}.${tries & 255}` };
  };
  const time = async (run: () => Promise<{ status: number; code?: string }>, wanted: string): Promise<number> => {
    const startedAt = performance.now();
    const { status, code } = await run();
    const took = performance.now() - startedAt;
    if ((code ?? String(status)) !== wanted) throw new Error(`it was not measured what was to be measured: ${code ?? status}`);
    return took;
  };
  return {
    'a wrong password': (username) => {
      const form = { username, password: 'a wrong password', is_cs: '1' };
      return time(() => world.createClient().post('/Login/submit', form, from()), 'LOGIN_FAILED');
    },
    'a link for a new password': async (name) => {
      const client = world.createClient();
      const verify = await solveChallenge(client);
      return time(() => client.post('/x/password-link', { email: `${name}@candor.example`, verify }, from()), '1');
    },
  };
}

/** How often, of all pairs of one try each, the slower one is the account's, as a share; half means that the time says nothing. */
function tellsApart(known: readonly number[], nobody: readonly number[]): number {
  const slower = known.reduce((sum, one) => sum + nobody.filter((other) => other < one).length, 0);
  const share = slower / (known.length * nobody.length);
  return Math.max(share, 1 - share);
}

await onBothDatabases(async (db) => {
  // Closed by who opened it.
  const world = await createTestWorld({}, { db: { ...db, close: async () => undefined } });
  await openAccounts(world);
  const random = createRandom(7);
  for (const [what, ask] of Object.entries(createQuestions(world))) {
    const times: Record<'known' | 'nobody', number[]> = { known: [], nobody: [] };
    for (let turn = 0; turn < SAMPLES + WARM_UP; turn += 1) {
      const order = random() < 0.5 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const);
      for (const who of order) {
        const took = await ask(`${who}_${turn}`);
        if (turn >= WARM_UP) times[who].push(took);
      }
    }
    const middle = (who: 'known' | 'nobody') =>
      `${quantile(
        [...times[who]].sort((a, b) => a - b),
        0.5,
      ).toFixed(2)} ms`;
    const percent = 100 * tellsApart(times.known, times.nobody);
    const name = `${db.kind}: ${what}: one try tells an account from nobody`;
    const isReached = percent <= TELLS_MAX_PERCENT;
    printVerdict({
      what: name,
      value: `right in ${percent.toFixed(1)} %`,
      wanted: `at most ${TELLS_MAX_PERCENT} %, a coin is 50`,
      isReached,
    });
    console.log(`p50 of ${SAMPLES}: an account ${middle('known')}, nobody ${middle('nobody')}`);
  }
  await world.close();
});
