import { loanStanding } from '../../../lib/protocol/credit-score';
import * as protocol from '../../../lib/protocol/loans';
import { findLimit } from '../../../lib/rules/credit-score';
import { LOAN_SCALE } from '../../../lib/rules/loans';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { readScore } from '../credit-score/credit-score';
import { getAccountBalances } from '../ledger/ledger';
import { findAgreement } from './loans.agreements.repository';
import { type ApplyDeps, createApplying } from './loans.apply';
import { listEntriesOf } from './loans.entries';
import { findFreeSum } from './loans.first';
import { addressesOf } from './loans.postings';
import { createRepaying } from './loans.repay';
import { findOwnLoan, listLoans, readBurden } from './loans.repository';
import { isTestLoan, listProducts } from './loans.terms';
import { toDetailWire, toListWire } from './loans.wire';

/** Calls 38 to 42, and what an application will be judged by. */
export function createLoanCalls(platform: Pick<Platform, 'db' | 'clock' | 'env' | 'events'>, deps: ApplyDeps): RegisteredCall[] {
  const { db, clock, env } = platform;
  const applying = createApplying(platform, deps);
  const repaying = createRepaying(platform);
  const show = (units: bigint) => fromUnits(units, LOAN_SCALE);
  const findAgreed = async (owner: { userId: string; mode: 'real' | 'demo' }, id: string, withFile: boolean) => {
    const loan = await findOwnLoan(db.read, { ...owner, id });
    const agreement = loan === null ? null : await findAgreement(db.read, loan.id, { withFile });
    if (loan === null || agreement === null) throw new DomainError('LOAN_NOT_FOUND');
    return { loan, agreement };
  };
  return [
    handle(protocol.loanProducts, async () =>
      listProducts(deps.readOffer(), env).map(({ id, days, min, max, rate, dayMs }) => ({
        id,
        tian: days,
        nummin: min,
        nummax: max,
        interest: rate,
        day_ms: dayMs,
      })),
    ),
    handle(protocol.applyForLoan, async (input, context) => {
      const { id } = await applying.apply(sessionOf(context), {
        productId: input.loanid,
        amount: input.num,
        firstName: input.first_name,
        lastName: input.last_name,
        total: input.total ?? null,
        lateFee: input.late_fee,
        address: input.address,
        phone: input.phone,
        signature: input.signature ?? null,
        signedName: input.signature == null ? (input.signed_name ?? null) : null,
        locale: input.lang ?? null,
        isAuto: input.auto === '1',
        requestId: input.request_id,
      });
      return { id, message: 'The application was received' };
    }),
    handle(protocol.loanList, async (_input, context) => {
      const { userId, mode } = sessionOf(context);
      const loans = await listLoans(db.read, { userId, mode, limit: protocol.LOANS_LISTED_MAX });
      return loans.map((loan) => toListWire(loan, clock.now()));
    }),
    handle(protocol.loanDetail, async ({ id }, context) => {
      const { loan, agreement } = await findAgreed(sessionOf(context), id, false);
      const { borrower } = await deps.documents.openContent(agreement);
      return toDetailWire(loan, { hash: agreement.hash, borrower, entries: await listEntriesOf(db.read, loan.id) });
    }),
    handle(protocol.loanAgreement, async ({ id }, context) => {
      const { agreement } = await findAgreed(sessionOf(context), id, true);
      const { content } = await deps.documents.openContent(agreement);
      const file = await deps.documents.openFile(agreement);
      return { hash: agreement.hash, lang: content.locale, content: JSON.stringify(content), file: file.toString('base64') };
    }),
    handle(protocol.repayLoan, async ({ id, num, withdraw, most, request_id: requestId }, context) => {
      const { userId, mode } = sessionOf(context);
      const repayment = { id, amount: num ?? null, isWithdrawal: withdraw === '1', requestId, ...(most !== undefined && { most }) };
      const { paid, left } = await repaying.repay({ userId, mode }, repayment);
      return `${paid} USDT paid back, ${left} USDT of the amount left`;
    }),
    handle(loanStanding, async (_input, context) => {
      const { userId, mode } = sessionOf(context);
      const { pool } = addressesOf({ userId, mode });
      const identity = await deps.readIdentity(db.read, userId);
      const { score } = await readScore(db.read, { userId, mode });
      const { owed } = await readBurden(db.read, { userId, mode, now: clock.now() });
      const balances = await getAccountBalances(db.read, [pool]);
      const approvalAbove = toUnits(deps.readOffer().terms.approvalAbove, LOAN_SCALE);
      const free = await findFreeSum(db.read, { userId, mode }, { approvalAbove, isSandbox: env.sandbox });
      return {
        idstate: identity.state,
        first_name: identity.firstName,
        last_name: identity.lastName,
        score,
        limit: String(findLimit(score)),
        owed: show(owed),
        pool: show(balances.get(pool) ?? 0n),
        operators_above: show(free),
        is_test: isTestLoan(env, mode),
      };
    }),
  ];
}
