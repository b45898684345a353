import { z } from 'zod';
import { LOCALES } from '../protocol/wire';
import { SCORE_REASONS, type ScoreReason } from '../rules/credit-score';
import { LOAN_ENDINGS, LOAN_STATES } from '../rules/loans';
import { decimalField, idField, isoField, requestIdField } from './shared';

const text = (max: number) => z.string().max(max);
const days = z.number().int().positive();

/** What is offered: amounts in USDT, `rate` in percent a day. `dayMs` is shorter than a day for a sandbox's own product. */
export const loanProductSchema = z.object({
  id: idField,
  days,
  min: decimalField,
  max: decimalField,
  rate: decimalField,
  dayMs: z.number(),
});
export type LoanProduct = z.infer<typeof loanProductSchema>;
export const loanProductsSchema = z.object({ products: z.array(loanProductSchema) });

/** What an application will be judged by, in USDT. Names are the verified ones, empty while there are none. */
export const loanStandingSchema = z.object({
  isVerified: z.boolean(),
  firstName: text(100),
  lastName: text(100),
  score: z.number().int(),
  limit: decimalField,
  owed: decimalField,
  pool: decimalField,
  operatorsAbove: decimalField,
  /** Whether the agreement would say that it is about test money; null where the exchange doesn't tell. */
  isTest: z.boolean().nullable(),
});
export type LoanStanding = z.infer<typeof loanStandingSchema>;

const reasonField = z.enum(SCORE_REASONS as [ScoreReason, ...ScoreReason[]]);
export const creditScoreSchema = z.object({
  score: z.number().int(),
  limit: decimalField,
  changes: z.array(z.object({ id: idField, reason: reasonField, at: isoField, change: z.number().int(), score: z.number().int() })),
  table: z.array(z.object({ score: z.number().int(), limit: decimalField })),
});

const stateField = z.enum(LOAN_STATES);
const endingField = z.enum(LOAN_ENDINGS).nullable();
export const loanRowSchema = z.object({
  id: idField,
  amount: decimalField,
  days,
  state: stateField,
  ending: endingField,
  owed: decimalField,
});
export const loansSchema = z.object({ loans: z.array(loanRowSchema) });
export type LoanRow = z.infer<typeof loanRowSchema>;

/** Amounts in USDT. `closedInterest` is what was closed by repayments in part, up to minute `closedMinutes` of the term. */
export const loanSchema = z.object({
  id: idField,
  amount: decimalField,
  days,
  dayMs: z.number(),
  state: stateField,
  ending: endingField,
  reason: text(300).nullable(),
  appliedAt: isoField,
  paidOutAt: isoField.nullable(),
  dueAt: isoField.nullable(),
  endedAt: isoField.nullable(),
  rate: decimalField,
  interest: decimalField,
  isAuto: z.boolean(),
  principal: decimalField,
  closedInterest: decimalField,
  closedMinutes: z.number().int(),
  fee: decimalField,
  lateDays: z.number().int(),
  hash: text(64).nullable(),
  entries: z.array(
    z.object({ kind: text(20), n: z.number().int(), at: isoField, principal: decimalField, interest: decimalField, fee: decimalField }),
  ),
});
export type Loan = z.infer<typeof loanSchema>;
export const loanQuerySchema = z.object({ id: idField });

const section = z.object({
  heading: text(200),
  rows: z.array(z.object({ label: text(200), value: text(1_000) })).max(30),
  paragraphs: z.array(text(4_000)).max(20),
});
/** What was signed, and the file (PDF) in base64 with its SHA-256. */
export const loanAgreementSchema = z.object({
  hash: text(64),
  file: z.string(),
  content: z.object({
    locale: z.enum(LOCALES),
    title: text(200),
    notes: z.array(text(1_000)).max(5),
    sections: z.array(section).max(20),
  }),
});

export const loanApplySchema = z.strictObject({
  productId: idField,
  amount: decimalField,
  total: decimalField,
  /** Of a day, as it was shown. */
  lateFee: decimalField.optional(),
  firstName: text(100),
  lastName: text(100),
  address: text(300),
  phone: text(30),
  /** The id of the picture of a drawn signature, or the name typed in its place. */
  signature: text(64).optional(),
  signedName: text(201).optional(),
  locale: z.enum(LOCALES),
  isAuto: z.boolean(),
  requestId: requestIdField,
});
export const loanAppliedSchema = z.object({ id: idField });
export const loanRepaySchema = z.strictObject({
  id: idField,
  amount: decimalField.optional(),
  /** What everything came to, as it was shown: of a repayment without `amount`. */
  most: decimalField.optional(),
  isWithdrawal: z.boolean(),
  requestId: requestIdField,
});
export const loanRepaidSchema = z.object({ done: z.literal(true) });
