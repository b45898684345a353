import 'server-only';
import type { z } from 'zod';
import * as api from '../../api/loans';
import * as dto from '../../dto/loans';
import { nothing } from '../../dto/shared';
import { AppError } from '../../errors/app-error';
import * as scores from '../../protocol/credit-score';
import * as calls from '../../protocol/loans';
import { LOAN_DAY_MS, LOAN_STATES, type LoanState } from '../../rules/loans';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

/** Any other code is drawn as overdue, as the specification says. */
const toState = (code: number): LoanState => LOAN_STATES[code] ?? 'overdue';
const toIsoOrNull = (ms: number | null) => (ms === null ? null : toIso(ms));

export const loanProducts = serveCall(api.loanProducts, {
  input: nothing,
  output: dto.loanProductsSchema,
  summary: 'Loans that are offered',
  call: calls.loanProducts,
  fields: () => ({}),
  reshape: (rows) => ({
    products: rows.map(({ id, tian, nummin, nummax, interest, day_ms }) => ({
      id,
      days: tian,
      min: nummin,
      max: nummax,
      rate: interest,
      dayMs: day_ms ?? LOAN_DAY_MS,
    })),
  }),
});

export const loanStanding = serveCall(api.loanStanding, {
  input: nothing,
  output: dto.loanStandingSchema,
  summary: 'What an application for a loan will be judged by',
  call: scores.loanStanding,
  fields: () => ({}),
  reshape: ({ idstate, first_name, last_name, operators_above, is_test, ...rest }) => ({
    ...rest,
    isVerified: idstate === 2,
    firstName: first_name,
    lastName: last_name,
    operatorsAbove: operators_above,
    isTest: is_test ?? null,
  }),
});

export const creditScore = serveCall(api.creditScore, {
  input: nothing,
  output: dto.creditScoreSchema,
  summary: 'The credit score, what has changed it, and the limits that it gives',
  call: scores.creditScore,
  fields: () => ({}),
  reshape: ({ changes, ...rest }) => ({ ...rest, changes: changes.map(({ time, ref: _ref, ...row }) => ({ ...row, at: toIso(time) })) }),
});

export const loans = serveCall(api.loans, {
  input: nothing,
  output: dto.loansSchema,
  summary: 'Loans of the user, newest first',
  call: calls.loanList,
  fields: () => ({}),
  reshape: (rows) => ({
    loans: rows.map(({ id, num, tian, state, owed, ending }) => ({
      id,
      amount: num,
      days: tian,
      state: toState(state),
      owed: owed ?? '0',
      ending: ending ?? null,
    })),
  }),
});

type LoanWire = z.output<typeof calls.loanDetail.answer>;
function reshapeLoan(wire: LoanWire): dto.Loan {
  return {
    id: wire.id,
    amount: wire.num,
    days: wire.tian,
    dayMs: wire.day_ms,
    state: toState(wire.state),
    ending: wire.ending,
    reason: wire.reason,
    appliedAt: toIso(wire.applied),
    paidOutAt: toIsoOrNull(wire.start),
    dueAt: toIsoOrNull(wire.end),
    endedAt: toIsoOrNull(wire.ended),
    rate: wire.rate,
    interest: wire.interest,
    isAuto: wire.auto,
    principal: wire.principal,
    closedInterest: wire.closed_interest,
    closedMinutes: wire.closed_minutes,
    fee: wire.fee,
    lateDays: wire.late_days,
    hash: wire.pdf_hash,
    entries: wire.entries.map(({ time, ...entry }) => ({ ...entry, at: toIso(time) })),
  };
}

export const loan = serveCall(api.loan, {
  input: dto.loanQuerySchema,
  output: dto.loanSchema,
  summary: 'One loan with each of its steps',
  call: calls.loanDetail,
  fields: ({ id }) => ({ id }),
  reshape: reshapeLoan,
});

export const loanAgreement = serveCall(api.loanAgreement, {
  input: dto.loanQuerySchema,
  output: dto.loanAgreementSchema,
  summary: 'The signed agreement of a loan: its content, and its file in base64',
  call: calls.loanAgreement,
  fields: ({ id }) => ({ id }),
  reshape: ({ hash, file, content }) => ({ hash, file, content: readContent(content) }),
});

function readContent(text: string) {
  try {
    return dto.loanAgreementSchema.shape.content.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('LEGACY_MALFORMED', { detail: 'the content of an agreement', cause });
  }
}

export const loanApply = serveCall(api.loanApply, {
  input: dto.loanApplySchema,
  output: dto.loanAppliedSchema,
  summary: 'Sign a loan agreement and apply, once',
  call: calls.applyForLoan,
  fields: (input) => ({
    num: input.amount,
    loanid: input.productId,
    first_name: input.firstName,
    last_name: input.lastName,
    address: input.address,
    phone: input.phone,
    signature: input.signature,
    signed_name: input.signedName,
    lang: input.locale,
    auto: input.isAuto ? ('1' as const) : ('0' as const),
    total: input.total,
    late_fee: input.lateFee,
    request_id: input.requestId,
  }),
  reshape: ({ id }) => ({ id }),
});

export const loanRepay = serveCall(api.loanRepay, {
  input: dto.loanRepaySchema,
  output: dto.loanRepaidSchema,
  summary: 'Pay a loan back in part, in whole, or by withdrawing from it, once',
  call: calls.repayLoan,
  fields: ({ id, amount, most, isWithdrawal, requestId }) => ({
    id,
    num: amount,
    most,
    withdraw: isWithdrawal ? ('1' as const) : ('0' as const),
    request_id: requestId,
  }),
  reshape: () => ({ done: true as const }),
});
