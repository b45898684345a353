import parsePhoneNumber from 'libphonenumber-js/min';
import { DEFAULT_LOCALE, type Locale } from '../../../lib/protocol/wire';
import { LOAN_ASSET, LOAN_SCALE } from '../../../lib/rules/loans';
import type { AgreementFacts } from '../../../lib/rules/loan-agreement';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { findStored, transactOnce } from '../../platform/idempotency';
import { hashText } from '../../platform/ids';
import { canSeal } from '../../platform/sealing';
import { getAccountBalances, postJournals, takeTurns } from '../ledger/ledger';
import { insertAgreement } from './loans.agreements.repository';
import type { AgreementMaker } from './loans.documents';
import { insertEntries } from './loans.entries';
import { findFreeSum } from './loans.first';
import { canPrint } from './loans.fonts';
import {
  type Application,
  isSameName,
  judge,
  type Judged,
  type Owner,
  readTerms,
  requireSameTerms,
  type VerifiedIdentity,
} from './loans.judge';
import { firstStepAt } from './loans.life';
import { addressesOf, reserveJournal } from './loans.postings';
import { insertLoan, type Loan } from './loans.repository';
import { isTestLoan, listProducts, type OfferedLoans } from './loans.terms';

/** Who borrows, in which session. */
export type Borrower = Owner & { sessionId: string };
export type ApplyInput = Application & {
  address: string;
  phone: string;
  /** The id of a picture, or the name that was typed in its place. */
  signature: string | null;
  signedName: string | null;
  locale: Locale | null;
  isAuto: boolean;
  requestId: string;
};
/** What of a loan its borrower confirms. */
type ConfirmedLoan = { amount: string; terms: string };
/** What others give: identities, pictures of signatures, and the confirmation that an action needs. */
export type ApplyDeps = {
  readOffer(): OfferedLoans;
  readIdentity(tx: Tx, userId: string): Promise<VerifiedIdentity>;
  /** Returns the picture. @throws PICTURE_UNKNOWN */
  readSignature(id: string, userId: string): Promise<Buffer>;
  /** Lets the act go on that its owner confirmed. @throws STEP_UP_REQUIRED */
  confirm(tx: Tx, caller: Borrower, about: ConfirmedLoan): Promise<void>;
  /** Refuses as `confirm` will, before the agreement is made. @throws STEP_UP_REQUIRED */
  confirmAhead(tx: Tx, caller: Borrower, about: ConfirmedLoan): Promise<void>;
  /** Makes the picture part of the loan. */
  claimSignature(tx: Tx, input: { id: string; userId: string }): Promise<void>;
  documents: AgreementMaker;
};

const ADDRESS_LENGTH_MIN = 5;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const UNPRINTABLE = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Returns a text on one line, as it was written. */
const toLine = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

/** Returns the address on one line. @throws LOAN_ADDRESS_INVALID */
function readAddress(text: string): string {
  const address = toLine(text);
  if (address.length < ADDRESS_LENGTH_MIN || UNPRINTABLE.test(address)) throw new DomainError('LOAN_ADDRESS_INVALID');
  return address;
}

/** Returns a phone number as `+…`. It is given with its country's number. @throws PHONE_INVALID */
function readPhone(text: string): string {
  const phone = parsePhoneNumber(text.trim());
  if (phone === undefined || !phone.isPossible()) throw new DomainError('PHONE_INVALID');
  return phone.number;
}

const aboutOf = ({ product, amount }: { product: { days: number; rate: string }; amount: bigint }): ConfirmedLoan => ({
  amount: `${fromUnits(amount, LOAN_SCALE)} ${LOAN_ASSET}`,
  terms: `${product.days} days at ${product.rate} % a day`,
});

/** What an application comes to, once nothing is against it. */
type Checked = Judged & {
  offer: OfferedLoans;
  identity: VerifiedIdentity;
  needsOperators: boolean;
  address: string;
  signedName: string | null;
  phone: string;
};

/** Returns what applies for loans. */
export function createApplying({ db, clock, env, events }: Pick<Platform, 'db' | 'clock' | 'env' | 'events'>, deps: ApplyDeps) {
  const { documents } = deps;

  async function check(tx: Tx, owner: Owner, input: ApplyInput, poolLeft: bigint): Promise<Checked> {
    const offer = deps.readOffer();
    const terms = readTerms(input, listProducts(offer, env));
    const identity = await deps.readIdentity(tx, owner.userId);
    const { owed } = await judge(tx, owner, { asked: input, amount: terms.amount, identity, poolLeft, now: clock.now() });
    const typed = `${identity.firstName} ${identity.lastName}`;
    if (input.signature === null && (input.signedName === null || !isSameName(input.signedName, typed))) {
      throw new DomainError('LOAN_SIGNATURE_MISSING');
    }
    const address = readAddress(input.address);
    const signedName = input.signature === null && input.signedName !== null ? toLine(input.signedName) : null;
    if (![toLine(typed), address, signedName ?? ''].every(canPrint)) throw new DomainError('LOAN_SCRIPT_UNSUPPORTED');
    // All together: what people look at can't be asked for in chunks.
    const approvalAbove = toUnits(offer.terms.approvalAbove, LOAN_SCALE);
    const needsOperators = owed + terms.amount > (await findFreeSum(tx, owner, { approvalAbove, isSandbox: env.sandbox }));
    return { ...terms, offer, identity, needsOperators, address, signedName, phone: readPhone(input.phone) };
  }

  /** Makes the agreement outside of any transaction: it takes a part of a second, for what was confirmed alone. */
  async function makeAgreement(borrower: Borrower, input: ApplyInput) {
    const owner: Owner = { userId: borrower.userId, mode: borrower.mode };
    const { pool } = addressesOf(owner);
    const left = (await getAccountBalances(db.read, [pool])).get(pool) ?? 0n;
    const checked = await check(db.read, owner, input, left);
    const signature = input.signature === null ? null : await deps.readSignature(input.signature, owner.userId);
    await deps.confirmAhead(db.read, borrower, aboutOf(checked));
    const facts = describeLoan(owner, input, { ...checked, isTest: isTestLoan(env, owner.mode), signedAt: clock.now() });
    return { printed: checked, agreement: await documents.make(facts, signature) };
  }
  type Made = Awaited<ReturnType<typeof makeAgreement>>;

  async function applyOnce(tx: Tx, borrower: Borrower, input: ApplyInput, { printed, agreement }: Made): Promise<Loan> {
    const owner: Owner = { userId: borrower.userId, mode: borrower.mode };
    const { user, pool } = addressesOf(owner);
    // Applications of one person take turns, so that two at once can't pass one limit; and all take turns at what the pool can lend.
    const balances = await takeTurns(tx, [user, pool]);
    const { product, amount, costs, offer, needsOperators } = await check(tx, owner, input, balances.get(pool) ?? 0n);
    requireSameTerms(printed, { product, amount, costs });
    await deps.confirm(tx, borrower, aboutOf({ product, amount }));
    const appliedAt = clock.now();
    const loan = await insertLoan(tx, {
      ...owner,
      product: product.id,
      termsVersion: offer.version,
      days: product.days,
      dayMs: product.dayMs,
      rate: product.rate,
      amount,
      interest: costs.interest,
      isAuto: input.isAuto,
      needsOperators,
      appliedAt,
      nextAt: firstStepAt({ appliedAt, needsOperators }),
    });
    if (input.signature !== null) await deps.claimSignature(tx, { id: input.signature, userId: owner.userId });
    await insertAgreement(tx, { ...agreement, loanId: loan.id, signature: input.signature });
    await insertEntries(tx, [{ loanId: loan.id, kind: 'applied', n: 1, at: appliedAt, principal: amount, interest: 0n, fee: 0n }]);
    await postJournals(tx, [reserveJournal(loan, appliedAt)]);
    return loan;
  }

  return {
    /** Returns the id of the loan. @throws the codes of call 39 */
    async apply(borrower: Borrower, input: ApplyInput): Promise<{ id: string }> {
      if (!canSeal(env)) throw new DomainError('FEATURE_NOT_OFFERED');
      const owner: Owner = { userId: borrower.userId, mode: borrower.mode };
      const { requestId, ...asked } = input;
      const key = { ...owner, call: 'loans.apply', requestId };
      const [stored] = await findStored(db.read, [key]);
      // What was done before is answered as then, whatever has changed since; nothing is made for it.
      const made = stored == null ? await makeAgreement(borrower, input) : null;
      const answer = await transactOnce(db, { ...key, input: asked }, async (tx) => {
        if (made === null) throw new Error('a stored answer was not found again');
        return { id: (await applyOnce(tx, borrower, input, made)).id };
      });
      events.publish({ kind: 'account', ...owner, changed: ['balances'], market: null });
      return answer;
    },
  };
}

/** Returns what the agreement says of a loan. */
function describeLoan(
  owner: Owner,
  input: ApplyInput,
  { product, amount, costs, identity, address, signedName, phone, isTest, signedAt }: Checked & { isTest: boolean; signedAt: number },
): AgreementFacts & { number: string; signedAt: number } {
  return {
    // Known before the loan has a number, and the same for the same request.
    number: hashText(`${owner.userId}:${owner.mode}:${input.requestId}`).slice(0, 12).toUpperCase(),
    locale: input.locale ?? DEFAULT_LOCALE,
    isTest,
    amount: fromUnits(amount, LOAN_SCALE),
    rate: product.rate,
    days: product.days,
    dayMs: product.dayMs,
    interest: fromUnits(costs.interest, LOAN_SCALE),
    total: fromUnits(costs.total, LOAN_SCALE),
    lateFee: fromUnits(costs.lateFee, LOAN_SCALE),
    lateFeeCap: fromUnits(costs.lateFeeCap, LOAN_SCALE),
    annualRate: costs.annualRate,
    yearlyRate: costs.yearlyRate,
    firstName: toLine(identity.firstName),
    lastName: toLine(identity.lastName),
    address,
    phone,
    signedName,
    isAuto: input.isAuto,
    signedAt,
    effectiveAt: signedAt,
    dueAt: signedAt + product.days * product.dayMs,
  };
}
