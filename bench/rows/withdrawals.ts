// 50 withdrawals a second accepted beside 100 spot orders a second: what the orders' p99 becomes, on both databases with fsync.
import { openServiceAccount } from '../../exchange/modules/accounts/accounts';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import { createNetworks } from '../../exchange/modules/networks/networks';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import { createWithdrawalsModule, type WithdrawalDeps } from '../../exchange/modules/withdrawals/withdrawals.module';
import type { CallContext } from '../../exchange/http/register-call';
import type { Platform } from '../../exchange/platform/app';
import type { Database } from '../../exchange/platform/db';
import { createLocalBus } from '../../exchange/platform/bus';
import { systemClock } from '../../exchange/platform/clock';
import { createEventHub } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { onBothDatabases } from '../support/databases';
import { runOpen } from '../support/load';
import { printVerdict, quantile } from '../support/print';
import { createSpotExchange } from '../support/spot-exchange';

const SECONDS = Number(process.env.SECONDS ?? 10);
const ORDERS_A_SECOND = 100;
const WITHDRAWALS_A_SECOND = 50;
const GROWTH_MAX = 1.5;
/** Nobody has more than twenty under way. */
const EACH_MAX = 15;
const USERS = Math.ceil((WITHDRAWALS_A_SECOND * SECONDS) / EACH_MAX) + 16;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Begins `work` so many times a second for `SECONDS`. Returns what each took in ms, sorted. */
async function runFor(rate: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const { latencies, late } = await runOpen({ rate, isOver: (turn) => turn >= rate * SECONDS, work });
  if (late > 0) console.log(`${late} were not done in time`);
  return latencies;
}

async function openWithdrawals(db: Database) {
  const log = createLogger('error');
  const events = createEventHub(log);
  const env = { sandbox: true, signer: null } as Platform['env'];
  const platform = { db, clock: systemClock, log, events, bus: createLocalBus(), metrics: createMetrics(log), env } as Platform;
  const registry = createRegistry(platform);
  await registry.refresh();
  const networks = createNetworks(platform, { listNetworks: () => registry.list('network') });
  await networks.open();
  // Confirmations and mails are other modules' work.
  const stepUp = { require: async () => undefined, outgoingHeldUntil: async () => null };
  const links = { add: async () => undefined, spend: async () => '' };
  const module = createWithdrawalsModule(platform, {
    ...{ networks, links, stepUp: stepUp as unknown as WithdrawalDeps['stepUp'], readTerms: registry.readWithdrawalTerms },
    ...{ isVerified: async () => false, listPairs: () => [] },
  });
  const call = module.calls.find((one) => one.call.id === 'x.withdraw');
  if (call === undefined) throw new Error('there is no x.withdraw');
  return (userId: string) => {
    const session = { userId, username: 'x', mode: 'real', sessionId: '1' } as const;
    const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
    return call.run({ channel: 'USDT_ERC20', address: ADDRESS, amount: '10', request_id: createId() }, context);
  };
}

async function openUsers(db: Database): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < USERS; n += 1)
    ids.push(await db.transaction((tx) => openServiceAccount(tx, { username: `bench_${n}`, at: Date.now() })));
  const amount = 10n ** 12n;
  const journals = ids.map((id) => ({
    code: 'FAUCET',
    reference: createId(),
    at: Date.now(),
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -amount },
      { address: `user:${id}:real:USDT:available`, amount },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, journals), { kind: 'long' });
  return ids;
}

await onBothDatabases(async (db) => {
  console.log(`\n${db.kind}`);
  const users = await openUsers(db);
  const spot = await createSpotExchange(db);
  await spot.fund(users, 10n ** 13n);
  const withdraw = await openWithdrawals(db);
  const order = (turn: number) => spot.place(users[turn % users.length] ?? '', turn % 2 === 0 ? 'buy 0.01 at 1990' : 'sell 0.01 at 2010');
  await runFor(ORDERS_A_SECOND, order);
  await spot.cancelAll();
  const alone = await runFor(ORDERS_A_SECOND, order);
  await spot.cancelAll();
  const [beside, withdrawals] = await Promise.all([
    runFor(ORDERS_A_SECOND, order),
    runFor(WITHDRAWALS_A_SECOND, (turn) => withdraw(users[turn % users.length] ?? '')),
  ]);
  const accepted = await spot.count("withdrawals WHERE state = 'waiting'");
  const asked = WITHDRAWALS_A_SECOND * SECONDS;
  if (accepted !== asked || withdrawals.length !== asked)
    throw new Error(`${asked} withdrawals were asked for, ${withdrawals.length} were answered, ${accepted} are there`);
  const [before, after] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  console.log(
    `${accepted} withdrawals accepted, p50 ${quantile(withdrawals, 0.5).toFixed(1)} ms, p99 ${quantile(withdrawals, 0.99).toFixed(1)} ms`,
  );
  console.log(
    `orders alone: p50 ${quantile(alone, 0.5).toFixed(1)} ms, p99 ${before.toFixed(1)} ms; beside them: p50 ${quantile(beside, 0.5).toFixed(1)} ms`,
  );
  const wanted = `at most ${GROWTH_MAX} x`;
  const value = `${after.toFixed(1)} ms, ${(after / before).toFixed(2)} x`;
  printVerdict({ what: 'p99 of orders beside 50 withdrawals a second', value, wanted, isReached: after <= before * GROWTH_MAX });
  await spot.module.stop();
});
