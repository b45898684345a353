import { calculateBreakEven } from './options';
import { compareDecimals } from './decimal';
import type { Figures } from './help';
import { INVITATION_DAY_MAX, type InvitationTerms } from './invitations';
import { calculateYearlyRate } from './loans';
import type { VipTerms } from './vip';

type Range = { min: string; max: string };
/** What is charged beside trading, in fractions; null where it isn't offered. */
export type Fees = {
  withdrawal: { rate: string } | null;
  convert: { rate: string; spread: string } | null;
  /** A day. */
  loan: Range | null;
  hosting: { gain: Range; exit: Range } | null;
};
/** What memberships and invitations bring; null where they aren't offered. */
export type RewardTerms = { vip: VipTerms | null; invitation: (Omit<InvitationTerms, 'dayMax'> & { dayMax?: string }) | null };
type Rates = { makerRate: string; takerRate: string };
/** What an exchange charges and offers, as its own calls answer it; null where it doesn't. Rates are fractions. */
export type HelpTerms = {
  spot: Rates | null;
  perpetual: (Rates & { liquidationRate: string; leverageMax: number; fundingHours: number; fundingCapRate: string }) | null;
  seconds: { durations: readonly { seconds: number; ratio: string }[]; stakeMin: string; stakeMax: string; quote: string } | null;
  fees: Fees | null;
  rewards: RewardTerms | null;
};

/** One line of a table of figures: what it is, by the name of its text, and what it comes to. */
export type FigureLine = { name: string; values: Figures };

const RATE_DECIMALS_MAX = 4;

function formatsOf(locale: string) {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: RATE_DECIMALS_MAX });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 });
  return {
    rate: (value: string) => percent.format(value as `${number}`),
    number: (value: string | number) => number.format(typeof value === 'number' ? value : (value as `${number}`)),
  };
}

/** Returns what help texts say in figures, for a reader of this language; what isn't offered is left out. */
export function readFigures({ spot, perpetual, seconds, fees, rewards }: HelpTerms, locale: string): Figures {
  const { rate, number } = formatsOf(locale);
  const { vip = null, invitation = null } = rewards ?? {};
  const ratios = seconds?.durations.map(({ ratio }) => ratio).sort(compareDecimals) ?? [];
  const [lowest, highest] = [ratios[0], ratios.at(-1)];
  return {
    ...(invitation === null
      ? {}
      : {
          inviteMin: `${number(invitation.netMin)} USDT`,
          inviteEach: `${number(invitation.eachMax)} USDT`,
          inviteShare: rate(invitation.shareRate),
          inviteDay: `${number(invitation.dayMax ?? INVITATION_DAY_MAX)} USDT`,
        }),
    ...(vip === null ? {} : { vipKeepMin: `${number(vip.keepMin)} USDT`, vipKeepDays: number(vip.keepDays) }),
    ...(vip === null || !fees?.withdrawal ? {} : { vipBound: rate(fees.withdrawal.rate) }),
    ...(spot === null ? {} : { spotMaker: rate(spot.makerRate), spotTaker: rate(spot.takerRate) }),
    ...(perpetual === null
      ? {}
      : {
          perpetualMaker: rate(perpetual.makerRate),
          perpetualTaker: rate(perpetual.takerRate),
          liquidationFee: rate(perpetual.liquidationRate),
          leverageMax: number(perpetual.leverageMax),
          fundingHours: number(perpetual.fundingHours),
          fundingCap: rate(perpetual.fundingCapRate),
        }),
    ...(seconds === null || lowest === undefined || highest === undefined
      ? {}
      : {
          ratioLow: rate(lowest),
          ratioHigh: rate(highest),
          breakEvenLow: rate(calculateBreakEven(highest)),
          breakEvenHigh: rate(calculateBreakEven(lowest)),
          stakeMin: `${number(seconds.stakeMin)} ${seconds.quote}`,
          stakeMax: `${number(seconds.stakeMax)} ${seconds.quote}`,
        }),
  };
}

const TRADING_FEES = ['spotMaker', 'spotTaker', 'perpetualMaker', 'perpetualTaker', 'liquidationFee', 'fundingCap'] as const;
/** Products without a rate of their own: what they cost, or that they cost nothing. */
const PLAIN_FEES = { staking: ['stakingFee', 'stakingExit'], presale: ['presaleFee'] } as const;

/**
 * Returns what is charged, a line a figure, for the page of fees. A line without a value is one in words (`feeTexts`), of a product of
 * `features` that has no rate.
 */
export function listFees(terms: HelpTerms, locale: string, features: readonly string[]): FigureLine[] {
  const figures = readFigures(terms, locale);
  const { rate } = formatsOf(locale);
  const line = (name: string, value: string): FigureLine => ({ name, values: { value } });
  const between = ({ min, max }: Range) => (compareDecimals(min, max) === 0 ? rate(min) : `${rate(min)} – ${rate(max)}`);
  const yearly = ({ min, max }: Range): Range => ({ min: calculateYearlyRate(min), max: calculateYearlyRate(max) });
  const { withdrawal = null, convert = null, loan = null, hosting = null } = terms.fees ?? {};
  return [
    ...TRADING_FEES.flatMap((name) => (figures[name] === undefined ? [] : [line(name, figures[name])])),
    ...(withdrawal === null ? [] : [line('withdrawalFee', rate(withdrawal.rate))]),
    ...(convert === null ? [] : [line('convertFee', rate(convert.rate)), line('convertSpread', rate(convert.spread))]),
    ...(loan === null
      ? []
      : [line('loanInterest', between(loan)), line('loanYearly', between(yearly(loan))), line('loanLate', between(loan))]),
    ...(hosting === null ? [] : [line('hostingFee', between(hosting.gain)), line('hostingExit', between(hosting.exit))]),
    ...Object.entries(PLAIN_FEES).flatMap(([feature, names]) =>
      features.includes(feature) ? names.map((name) => ({ name, values: {} })) : [],
    ),
  ];
}

/** Returns a line a duration of seconds contracts: what a right guess earns, and at which share of right guesses nothing is won or lost. */
export function listDurations({ seconds }: HelpTerms, locale: string): { seconds: number; ratio: string; breakEven: string }[] {
  const { rate } = formatsOf(locale);
  return (seconds?.durations ?? []).map((duration) => ({
    seconds: duration.seconds,
    ratio: rate(duration.ratio),
    breakEven: rate(calculateBreakEven(duration.ratio)),
  }));
}

/** Returns a line a level: what it needs and what it pays once, in USDT (null for a claim), and the extra on the next deposit (null for none). */
export function listVipLevels(
  { rewards }: HelpTerms,
  locale: string,
): { level: number; recharge: string; reward: string | null; extra: string | null }[] {
  const { rate, number } = formatsOf(locale);
  return (rewards?.vip?.levels ?? []).map(({ recharge, reward, extraRate }, index) => ({
    level: index + 1,
    recharge: number(recharge),
    reward: reward === null ? null : `${number(reward)} USDT`,
    extra: compareDecimals(extraRate, '0') === 0 ? null : rate(extraRate),
  }));
}
