/**
 * The one content of a loan agreement, from which the page and the file are made. Whoever calls gives the texts of a language.
 */
import type { Locale } from '../protocol/wire';
import { ANNUAL_RATE_MAX, LOAN_ASSET, LOAN_DAY_MS } from './loans';
import { writePercent } from './percent';

/** Changes with every change of what the agreement says. */
export const AGREEMENT_VERSION = '1.3';

/** The facts of one agreement. Money in USDT, rates in percent, times in ms. `number` and `signedAt` are null before signing. */
export type AgreementFacts = {
  number: string | null;
  locale: Locale;
  isTest: boolean;
  amount: string;
  rate: string;
  days: number;
  dayMs: number;
  interest: string;
  total: string;
  lateFee: string;
  lateFeeCap: string;
  annualRate: number;
  yearlyRate: string;
  firstName: string;
  lastName: string;
  address: string;
  phone: string;
  /** Null where the signature was drawn. */
  signedName: string | null;
  isAuto: boolean;
  signedAt: number | null;
  /** From the day of signing on. */
  effectiveAt: number;
  dueAt: number;
};

/** The texts that an agreement is made of, by their keys in the catalogue. */
export const AGREEMENT_KEYS = [
  'title',
  'testNote',
  'previewNote',
  'parties',
  'number',
  'version',
  'lender',
  'lenderValue',
  'firstName',
  'lastName',
  'address',
  'phone',
  'loan',
  'effective',
  'amount',
  'term',
  'termValue',
  'shortDays',
  'dailyRate',
  'yearlyRate',
  'annualRate',
  'annualRateOver',
  'interest',
  'repayment',
  'repaymentDate',
  'interestText',
  'payoutText',
  'autoYes',
  'autoNo',
  'early',
  'penalty',
  'refund',
  'earlyText',
  'withdrawalText',
  'late',
  'lateFee',
  'lateFeeCap',
  'lateText',
  'lateEndText',
  'signature',
  'signedBy',
  'signedAt',
  'signedTyped',
  'signedDrawn',
] as const;
type TextKey = (typeof AGREEMENT_KEYS)[number];
export type AgreementTexts = Readonly<Record<TextKey, string>>;

export type AgreementSection = { heading: string; rows: { label: string; value: string }[]; paragraphs: string[] };
/** What the page shows and the file holds, in this order. */
export type AgreementContent = { locale: Locale; title: string; notes: string[]; sections: AgreementSection[] };

/** Returns the content of an agreement in one language. `brand` is the lender's name. */
export function composeAgreement(facts: AgreementFacts, texts: AgreementTexts, brand: string): AgreementContent {
  const { locale } = facts;
  const fill = (text: string, values: Record<string, string>) =>
    text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 });
  const money = (text: string) => `${number.format(text as `${number}`)} ${LOAN_ASSET}`;
  const percent = (text: string) => writePercent(text, locale);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  // A time of day that stands under a signature is read in one way everywhere.
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC', hourCycle: 'h23' });
  const isShort = facts.dayMs !== LOAN_DAY_MS;
  const day = (ms: number) => (isShort ? `${moment.format(ms)} UTC` : date.format(ms));
  const annual = percent(String(facts.annualRate));
  const row = (key: TextKey, value: string) => ({ label: texts[key], value });
  const { firstName, lastName } = facts;
  return {
    locale,
    title: texts.title,
    notes: [...(facts.isTest ? [texts.testNote] : []), ...(facts.number === null ? [texts.previewNote] : [])],
    sections: [
      {
        heading: texts.parties,
        rows: [
          ...(facts.number === null ? [] : [row('number', facts.number)]),
          row('version', AGREEMENT_VERSION),
          row('lender', fill(texts.lenderValue, { brand })),
          row('firstName', firstName),
          row('lastName', lastName),
          row('address', facts.address),
          row('phone', facts.phone),
        ],
        paragraphs: [],
      },
      {
        heading: texts.loan,
        rows: [
          row('effective', day(facts.effectiveAt)),
          row('amount', money(facts.amount)),
          row('term', fill(texts.termValue, { days: number.format(facts.days) })),
          row('dailyRate', percent(facts.rate)),
          row('yearlyRate', percent(facts.yearlyRate)),
          row('annualRate', facts.annualRate >= ANNUAL_RATE_MAX ? fill(texts.annualRateOver, { rate: annual }) : annual),
          row('interest', money(facts.interest)),
          row('repayment', money(facts.total)),
          row('repaymentDate', day(facts.dueAt)),
        ],
        paragraphs: [
          ...(isShort ? [fill(texts.shortDays, { seconds: number.format(facts.dayMs / 1_000) })] : []),
          texts.interestText,
          texts.payoutText,
          facts.isAuto ? texts.autoYes : texts.autoNo,
        ],
      },
      {
        heading: texts.early,
        rows: [row('penalty', money('0')), row('refund', money(facts.amount))],
        paragraphs: [texts.earlyText, texts.withdrawalText],
      },
      {
        heading: texts.late,
        rows: [row('lateFee', money(facts.lateFee)), row('lateFeeCap', money(facts.lateFeeCap))],
        paragraphs: [texts.lateText, texts.lateEndText],
      },
      ...(facts.signedAt === null ? [] : [composeSignature(facts, texts, `${moment.format(facts.signedAt)} UTC`)]),
    ],
  };
}

function composeSignature({ firstName, lastName, signedName }: AgreementFacts, texts: AgreementTexts, signedAt: string): AgreementSection {
  return {
    heading: texts.signature,
    rows: [
      { label: texts.signedBy, value: `${firstName} ${lastName}` },
      { label: texts.signedAt, value: signedAt },
      ...(signedName === null ? [] : [{ label: texts.signedTyped, value: signedName }]),
    ],
    paragraphs: signedName === null ? [texts.signedDrawn] : [],
  };
}

/** Returns all words of an agreement in the order of reading. */
export function readAgreementText({ title, notes, sections }: AgreementContent): string[] {
  const read = ({ heading, rows, paragraphs }: AgreementSection) => [
    heading,
    ...rows.flatMap(({ label, value }) => [label, value]),
    ...paragraphs,
  ];
  return [title, ...notes, ...sections.flatMap(read)];
}
