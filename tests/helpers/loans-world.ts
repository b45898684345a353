import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Mode } from '../../lib/protocol/wire';
import { readAgreementText } from '../../lib/rules/loan-agreement';
import { LOAN_DAY_MS } from '../../lib/rules/loans';
import { createId } from '../../exchange/platform/ids';
import type { Database } from '../../exchange/platform/db';
import { DomainError } from '../../exchange/platform/domain-error';
import { fromUnits, toUnits } from '../../exchange/platform/decimal';
import { createSealing } from '../../exchange/platform/sealing';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import { auditLedger, getAccountBalances, postJournals } from '../../exchange/modules/ledger/ledger';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import { changeScores, readScore } from '../../exchange/modules/credit-score/credit-score';
import { createApplying, type ApplyInput } from '../../exchange/modules/loans/loans.apply';
import { auditLoans } from '../../exchange/modules/loans/loans.audit';
import { createAgreementMaker, type RenderAgreement } from '../../exchange/modules/loans/loans.documents';
import { runLoanSteps } from '../../exchange/modules/loans/loans.job';
import type { VerifiedIdentity } from '../../exchange/modules/loans/loans.judge';
import { addressesOf } from '../../exchange/modules/loans/loans.postings';
import { createRepaying, type RepayInput } from '../../exchange/modules/loans/loans.repay';
import { findOwnLoan, listLoans, type Loan } from '../../exchange/modules/loans/loans.repository';

/** 12:00 on a whole second. */
export const LOANS_START = Date.UTC(2026, 2, 1, 12);
const SCALE = 8;

const plainFile: RenderAgreement = (content, signature, { number }) =>
  Promise.resolve(Buffer.from([number, ...readAgreementText(content), String(signature?.length ?? 0)].join('\n')));

type WorldOptions = {
  /** One that others use, too; a fresh one in memory without. */
  db?: Database;
  wrapDatabase?: (db: Database) => Database;
  sandbox?: boolean;
  pool?: string;
  render?: RenderAgreement;
  confirmAhead?: () => Promise<void>;
};

/** Loans on a database, with a clock that a test sets. Everybody is verified as Ada Lovelace unless said. */
export async function createLoansWorld(options: WorldOptions = {}) {
  const {
    wrapDatabase = (db) => db,
    sandbox = true,
    pool = '1000000',
    render = plainFile,
    confirmAhead = () => Promise.resolve(),
  } = options;
  const inner = options.db ?? (await createTestDatabase());
  const { platform, time, heard } = createTestPlatform(wrapDatabase(inner), {
    now: LOANS_START,
    env: { sandbox, filesKey: 'A'.repeat(43) },
  });
  const registry = createRegistry(platform);
  await registry.refresh();
  const sealing = createSealing([randomBytes(32).toString('base64url')]);
  const identities = new Map<string, VerifiedIdentity>();
  const pictures = new Map<string, { userId: string; picture: Buffer }>();
  const documents = createAgreementMaker({ openSealing: async () => sealing, render });
  const readPicture = (id: string, userId: string) => {
    const found = pictures.get(id);
    if (found?.userId !== userId) throw new DomainError('LOAN_SIGNATURE_MISSING');
    return found.picture;
  };
  const deps = {
    readOffer: registry.readLoanTerms,
    readIdentity: async (_tx: unknown, userId: string) => identities.get(userId) ?? { state: 2, firstName: 'Ada', lastName: 'Lovelace' },
    readSignature: async (id: string, userId: string) => readPicture(id, userId),
    claimSignature: async (_tx: unknown, { id, userId }: { id: string; userId: string }) => {
      readPicture(id, userId);
    },
    confirm: () => Promise.resolve(),
    confirmAhead: () => confirmAhead(),
    documents,
  };
  const applying = createApplying(platform, deps);
  const repaying = createRepaying(platform);
  const credit = (address: string, amount: string, mode: Mode) => {
    const units = toUnits(amount, SCALE);
    const postings = [
      { address: `outside:${mode}:issuance:USDT`, amount: -units },
      { address, amount: units },
    ];
    return inner.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: createId(), at: time.now, postings }]));
  };
  for (const mode of ['real', 'demo'] as const) if (pool !== '0') await credit(`house:${mode}:loan-pool:USDT`, pool, mode);
  const world = {
    db: inner,
    platform,
    time,
    heard,
    deps,
    identities,
    pictures,
    documents,
    registry,
    /** Money for a user. */
    give: (userId: string, amount: string, mode: Mode = 'real') => credit(`user:${userId}:${mode}:USDT:available`, amount, mode),
    /** So many repayments in time, so that a limit is reached. */
    async raiseScore(userId: string, score: number, mode: Mode = 'real') {
      for (let week = 1; (await readScore(inner.read, { userId, mode })).score < score; week += 1) {
        const change = { userId, mode, reason: 'repaid_in_time', reference: `raise-${week}`, at: 0, dayMs: 0 } as const;
        await inner.transaction((tx) => changeScores(tx, [change]));
      }
    },
    input(amount: string, change: Partial<ApplyInput> = {}): ApplyInput {
      return {
        productId: '2',
        amount,
        firstName: 'Ada',
        lastName: 'Lovelace',
        total: null,
        address: '12 St James Square, London',
        phone: '+44 20 7946 0958',
        signature: null,
        signedName: 'Ada Lovelace',
        locale: null,
        isAuto: false,
        requestId: createId(),
        ...change,
      };
    },
    async apply(userId: string, amount: string, change: Partial<ApplyInput> & { mode?: Mode } = {}): Promise<string> {
      const { mode = 'real', ...rest } = change;
      return (await applying.apply({ userId, mode, sessionId: '1' }, world.input(amount, rest))).id;
    },
    /** Applies, and lets the 20 seconds pass. */
    async borrow(userId: string, amount: string, change: Partial<ApplyInput> & { mode?: Mode } = {}): Promise<string> {
      const id = await world.apply(userId, amount, change);
      await world.pass(20_000);
      return id;
    },
    async repay(userId: string, id: string, change: Partial<RepayInput> & { mode?: Mode } = {}) {
      const { mode = 'real', ...rest } = change;
      return repaying.repay({ userId, mode }, { id, amount: null, isWithdrawal: false, requestId: createId(), ...rest });
    },
    /** Does what is due now, all pieces. */
    async run() {
      for (let piece = 0; piece < 200; piece += 1) {
        if (!(await platform.db.transaction((tx) => runLoanSteps(tx, time.now)))) return;
      }
    },
    async pass(ms: number) {
      time.now += ms;
      await world.run();
    },
    days: (days: number) => world.pass(days * LOAN_DAY_MS),
    loan: async (userId: string, id: string, mode: Mode = 'real') => (await findOwnLoan(inner.read, { userId, mode, id })) as Loan,
    loans: (userId: string, mode: Mode = 'real') => listLoans(inner.read, { userId, mode, limit: 200 }),
    score: async (userId: string, mode: Mode = 'real') => (await readScore(inner.read, { userId, mode })).score,
    async balances(userId: string, mode: Mode = 'real') {
      const addresses = addressesOf({ userId, mode });
      const found = await getAccountBalances(inner.read, Object.values(addresses));
      return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, fromUnits(found.get(address) ?? 0n, SCALE)]));
    },
    async events(): Promise<string[]> {
      const { rows } = await inner.read.query<{ kind: string }>("SELECT kind FROM event_log WHERE kind LIKE 'loan.%' ORDER BY id");
      return rows.map(({ kind }) => kind);
    },
    async proveClean() {
      expect((await auditLedger(inner)).isClean).toBe(true);
      expect((await auditLoans(inner, time.now)).faults).toEqual([]);
    },
    async close() {
      await world.proveClean();
      await inner.close();
    },
  };
  return world;
}
export type LoansWorld = Awaited<ReturnType<typeof createLoansWorld>>;
