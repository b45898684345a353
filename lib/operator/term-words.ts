import type { TermPath } from './terms';

/** What a value of terms is called, and in what it is counted. */
type Word = readonly [label: string, unit?: string];
const FRACTION = 'fraction';
const USDT = 'USDT';

const WORDS: Readonly<Record<string, Word>> = {
  makerFeeRate: ['Fee of a maker', FRACTION],
  takerFeeRate: ['Fee of a taker', FRACTION],
  liquidationFeeRate: ['Fee of a liquidation, for the insurance fund', FRACTION],
  priceBandRate: ['How far a limit price may be from the index', FRACTION],
  majors: ['Markets of the first group'],
  majorTiers: ['Tiers of the first group'],
  otherTiers: ['Tiers of all other markets'],
  'majorTiers.0': ['Up to a position of', USDT],
  'majorTiers.1': ['Highest leverage', '×'],
  'majorTiers.2': ['Maintenance margin', FRACTION],
  'otherTiers.0': ['Up to a position of', USDT],
  'otherTiers.1': ['Highest leverage', '×'],
  'otherTiers.2': ['Maintenance margin', FRACTION],
  durations: ['Durations'],
  seconds: ['Runs for', 'seconds'],
  ratio: ['A right guess earns of the stake', FRACTION],
  stakeMin: ['Smallest stake', USDT],
  stakeMax: ['Largest stake', USDT],
  openMax: ['Open at once for one person, at most'],
  spreadRate: ['Spread', FRACTION],
  feeRate: ['Fee', FRACTION],
  valueMin: ['Smallest conversion', USDT],
  valueMax: ['Largest conversion', USDT],
  smallMax: ['A small balance is worth less than', USDT],
  pegged: ['Coins counted at one USDT'],
  takenMax: ['The house takes at most', 'coins'],
  products: ['Loans'],
  days: ['Days', 'days'],
  rate: ['Interest', '% a day'],
  approvalAbove: ['Two operators decide above', USDT],
  identityDays: ['Pictures of documents are kept', 'days'],
  refusedIdentityDays: ['Those of refused documents', 'days'],
  proofDays: ['Pictures of proofs', 'days'],
  agreementDays: ['Signed agreements', 'days'],
  channels: ['Channels'],
  channel: ['Channel'],
  decimals: ['Decimals that the network carries'],
  min: ['Smallest amount', 'coins'],
  max: ['Largest amount', 'coins'],
  reviewAbove: ['Two operators look first above', 'coins'],
  dayOutflowMax: ['Leaves the hot wallet in a day, at most', 'coins'],
  dayLimits: ['What one person withdraws in a day'],
  asset: ['Coin'],
  unverified: ['Before identity was verified', 'coins'],
  verified: ['After identity was verified', 'coins'],
  currency: ['Currency'],
  bank: ['Bank account'],
  holder: ['Account holder'],
  name: ['Name'],
  account: ['Number of the account'],
  code: ['Code of the bank'],
  country: ['Country'],
  scale: ['Decimals in the ledger'],
  icon: ['Icon'],
  aliases: ['Other names that a search finds'],
  chain: ['Chain, by CAIP-2'],
  assets: ['Coins'],
  confirmations: ['Confirmations before a credit', 'blocks'],
  explorer: ['Explorer, with {hash}'],
  base: ['Coin that is traded'],
  quote: ['Coin that it is paid in'],
  tickSize: ['Price step', 'quote coin'],
  stepSize: ['Amount step', 'base coin'],
  quantityMin: ['Smallest order', 'base coin'],
  quantityMax: ['Largest order', 'base coin'],
  minNotional: ['Smallest worth of an order', 'quote coin'],
  terms: ['Terms'],
  kind: ['Kind'],
  coin: ['Coin'],
  dayMs: ['Length of a day', 'ms'],
  rateMin: ['Rate a day at the smallest amount', FRACTION],
  rateMax: ['Rate a day at the largest amount', FRACTION],
  amountMin: ['Smallest amount', 'coins'],
  amountMax: ['Largest amount', 'coins'],
  place: ['A whole number of', 'coins'],
  waitDays: ['Waits before it earns', 'days'],
  perDay: ['Of what waits begins in a day', 'coins'],
  exitDays: ['Until the principal is back', 'days'],
  isSandbox: ['In a sandbox alone'],
  plans: ['Plans'],
  id: ['Number'],
  quota: ['All together, at most', USDT],
  seed: ['The house puts in first', USDT],
  exitRate: ['Fee of leaving early', FRACTION],
  rules: ['Rules of the book'],
  markets: ['Markets'],
  enterRate: ['Entered from a funding rate of', FRACTION],
  leaveRate: ['Left below', FRACTION],
  shareMax: ['In one market, at most', FRACTION],
  cashShare: ['Stays in cash', FRACTION],
  marginLine: ['A short is unwound below a margin of', FRACTION],
  driftRate: ['Coins and short are made equal beyond', FRACTION],
  orderMax: ['Largest order', USDT],
  stopRate: ['A loss that stops the book', FRACTION],
  staleMs: ['Left without a fresh price for', 'ms'],
  levels: ['Levels'],
  recharge: ['Reached with', USDT],
  reward: ['Reward', USDT],
  extraRate: ['Extra on what is brought', FRACTION],
  keepMin: ['Kept with at least', USDT],
  keepDays: ['Within', 'days'],
  netMin: ['The invited brings at least', USDT],
  keptDays: ['And leaves it for', 'days'],
  shareRate: ['Each gets of it', FRACTION],
  eachMax: ['Each gets at most', USDT],
  dayMax: ['The house pays a day at most', USDT],
  vesting: ['Delivery in parts'],
  first: ['At the end of the sale', '%'],
  parts: ['Equal parts after it'],
  every: ['One every', 'days'],
};

const isName = (part: string | number): part is string => typeof part === 'string';

/** Returns what a value is called by its place: by its own name, or by that of its rows and its place in one. */
export function wordOf(path: TermPath): { label: string; unit: string | null } {
  const last = path.at(-1);
  const owner = path.findLast(isName) ?? '';
  // A value of a fixed order has the name of its rows and its place; a row is counted from one.
  const key = last === undefined || isName(last) ? owner : path.filter((part) => !isName(part)).length > 1 ? `${owner}.${last}` : '';
  const [label, unit = null] = Object.hasOwn(WORDS, key) ? (WORDS[key] ?? [key]) : [key === '' ? `${Number(last) + 1}` : key];
  return { label, unit };
}

/** Returns where a value stands, in words: `Channels 2 · Smallest amount`. */
export function sayPlace(path: TermPath): string {
  const said: string[] = [];
  path.forEach((part, at) => {
    const { label } = wordOf(path.slice(0, at + 1));
    if (isName(part) || Number.isNaN(Number(label))) said.push(label);
    else said.push(`${said.pop() ?? ''} ${label}`.trim());
  });
  return said.join(' · ');
}
