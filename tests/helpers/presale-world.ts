import { expect } from 'vitest';
import type { RecordType } from '../../exchange/composition/module';
import type { CallContext } from '../../exchange/http/register-call';
import { createRecordListCall } from '../../exchange/modules/accounts/accounts.records.handlers';
import { auditLedger, getBalances, HOLD_CODES, outsideAddress, postJournals, userAddress } from '../../exchange/modules/ledger/ledger';
import { auditHolds } from '../../exchange/modules/ledger/ledger.holds-audit';
import { createPresaleModule } from '../../exchange/modules/presale/presale.module';
import type { PresaleTerms } from '../../exchange/modules/presale/presale.repository';
import { cancelPresale, createPresaleService, openPresale } from '../../exchange/modules/presale/presale.service';
import { settleChunk } from '../../exchange/modules/presale/presale.settling';
import type { Database } from '../../exchange/platform/db';
import { fromUnits } from '../../exchange/platform/decimal';
import { vestChunk } from '../../exchange/modules/presale/presale.vesting';
import type { recordList } from '../../lib/protocol/balances';
import type { AnswerOf } from '../../lib/protocol/define-call';
import { AT_ONCE } from '../../lib/rules/presale';
import { DomainError } from '../../exchange/platform/domain-error';
import { createId } from '../../exchange/platform/ids';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';

export const NOON = Date.UTC(2028, 1, 1, 12);
export const DAY_MS = 86_400_000;
const ONE = 10n ** 8n;
const CHUNK = 250;

/** Returns pre-sales on a fresh database, a clock that a test moves, and buyers with money. */
export async function createPresaleWorld(given: { db?: Database } = {}) {
  const db = given.db ?? (await createTestDatabase());
  const { platform, time } = createTestPlatform(db, { now: NOON });
  const service = createPresaleService(platform);
  const module = createPresaleModule(platform);
  let sales = 0;
  return {
    db,
    time,
    platform,
    service,
    module,
    /** Opens a sale from yesterday to tomorrow; a token is 0.25 USDT. */
    async open(terms: Partial<PresaleTerms> = {}): Promise<string> {
      sales += 1;
      const whole: PresaleTerms = {
        code: `sale-${createId().slice(0, 8)}-${sales}`,
        asset: 'SBX',
        price: ONE / 4n,
        supply: 100n,
        mode: 'first-come',
        softCap: 0n,
        amountMin: 1n,
        amountMax: 1_000n,
        startsAt: NOON - DAY_MS,
        endsAt: NOON + DAY_MS,
        vesting: AT_ONCE,
        ...terms,
      };
      const presale = await db.transaction((tx) => openPresale(tx, whole, time.now));
      return presale?.id ?? '';
    },
    /** Returns what moved a buyer's money that is of a kind, newest first. */
    async listRecords(userId: string, type: RecordType) {
      const { journalCodes = {}, holdRecords = {} } = module;
      const known = { journalCodes: { ...HOLD_CODES, ...journalCodes }, marketJournals: [], journalActivity: [], holdRecords };
      const context = { session: { userId, mode: 'real' } } as CallContext;
      const { rows } = (await createRecordListCall(db, () => known).run({ type }, context)) as AnswerOf<typeof recordList>;
      return rows.map((row) => ({ code: row.type, reference: row.ref }));
    },
    cancel: (id: string) => db.transaction((tx) => cancelPresale(tx, id)),
    /** Makes people with so many USDT each. */
    async join(count: number, amount = 1_000n): Promise<string[]> {
      const names = Array.from({ length: count }, () => createId().replaceAll('-', '').slice(0, 20));
      const { rows } = await db.read.query<{ id: string }>(
        `INSERT INTO users (username, username_key, referral_code) SELECT n, n, upper(substr(md5(n), 1, 8)) FROM unnest($1::text[]) AS n RETURNING id`,
        [names],
      );
      const ids = rows.map(({ id }) => id);
      for (let first = 0; first < ids.length; first += CHUNK) {
        const journals = ids.slice(first, first + CHUNK).map((userId) => ({
          code: 'FAUCET',
          reference: createId(),
          at: time.now,
          postings: [
            { address: outsideAddress({ mode: 'real', name: 'issuance', asset: 'USDT' }), amount: -amount * ONE },
            { address: userAddress({ userId, mode: 'real', asset: 'USDT', part: 'available' }), amount: amount * ONE },
          ],
        }));
        await db.transaction((tx) => postJournals(tx, journals));
      }
      return ids;
    },
    buy: (userId: string, presaleId: string, tokens: bigint, requestId = createId()) =>
      service.buy({ userId, presaleId, tokens, requestId }),
    /** Settles what is over, in pieces. Returns how many that took. */
    async settle(limit?: number): Promise<number> {
      for (let pieces = 0; ; pieces += 1) {
        const isMore = await db.transaction((tx) => settleChunk(tx, { at: time.now, ...(limit !== undefined && { limit }) }));
        if (!isMore) return pieces;
      }
    },
    /** Delivers what is due, in pieces. Returns how many that took. */
    async vest(limit?: number): Promise<number> {
      for (let pieces = 0; ; pieces += 1) {
        const isMore = await db.transaction((tx) => vestChunk(tx, { at: time.now, ...(limit !== undefined && { limit }) }));
        if (!isMore) return pieces;
      }
    },
    async balance(userId: string) {
      const rows = await getBalances(db.read, { userId, mode: 'real' });
      const of = (asset: string) => rows.find((row) => row.asset === asset);
      const show = (units: bigint | undefined) => fromUnits(units ?? 0n, 8);
      return { usdt: show(of('USDT')?.available), held: show(of('USDT')?.locked), tokens: show(of('SBX')?.available) };
    },
    async read(id: string) {
      const { rows } = await db.read.query<{ sold: string; state: string; outcome: string | null; allotted: string }>(
        `SELECT s.sold, s.state, s.outcome, (SELECT coalesce(sum(p.allotted), 0) FROM presale_purchases p WHERE p.presale_id = s.id) AS allotted
           FROM presales s WHERE s.id = $1`,
        [id],
      );
      return rows[0];
    },
    async verify(): Promise<void> {
      expect((await auditLedger(db)).isClean).toBe(true);
      for (const audit of module.audits ?? []) expect((await audit.run(db)).faults).toEqual([]);
      expect((await auditHolds(db, 0)).differences).toEqual([]);
    },
  };
}
export type PresaleWorld = Awaited<ReturnType<typeof createPresaleWorld>>;

const TRIES_MAX = 100;

/** A thousand people want one of the last hundred tokens at once, each again while nobody could serve them in time. Returns how many got one, and what the others were told. */
export async function rushFor(
  worlds: readonly PresaleWorld[],
  presaleId: string,
): Promise<{ bought: number; refused: ReadonlySet<string> }> {
  const [first] = worlds as [PresaleWorld];
  const buyers = await first.join(1_000, 1n);
  const told = await Promise.all(
    buyers.map(async (buyer, index) => {
      const request = createId();
      for (let tries = 0; ; tries += 1) {
        try {
          await (worlds[index % worlds.length] as PresaleWorld).buy(buyer, presaleId, 1n, request);
          return null;
        } catch (error) {
          const code = error instanceof DomainError ? error.code : String(error);
          if (code.startsWith('PRESALE_') || tries === TRIES_MAX) return code;
        }
      }
    }),
  );
  return { bought: told.filter((code) => code === null).length, refused: new Set(told.flatMap((code) => code ?? [])) };
}

/** Returns what events of a kind say, in their order. */
export async function listEventsOf({ db }: PresaleWorld, kind: string): Promise<Record<string, string>[]> {
  const { rows } = await db.read.query<{ payload: Record<string, string> }>('SELECT payload FROM event_log WHERE kind = $1 ORDER BY id', [
    kind,
  ]);
  return rows.map(({ payload }) => payload);
}
