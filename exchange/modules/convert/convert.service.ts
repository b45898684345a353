import type { DecimalString, Mode } from '../../../lib/protocol/wire';
import { CONVERT_PRICE_SCALE } from '../../../lib/rules/convert';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { hashInput } from '../../platform/idempotency';
import { createId } from '../../platform/ids';
import { createTransferQueue, getAccountBalances, getAssetScale, getBalances, sumPostings, type Transfer } from '../ledger/ledger';
import type { ConvertTerms } from '../registry/registry';
import { converted, smallConverted } from './convert.events';
import { convertJournal, coverAddress, FUNDING_CODES, listAddresses, referenceOf } from './convert.postings';
import { checkCover, checkTaken, CONVERT_QUOTE_ASSET, type ConvertLine, type ConvertMarkets, createPricing } from './convert.pricing';
import { addQuote, type Cover } from './convert.quotes';
import { findQuote, insertConversions, isExecuted, type Quote, type QuoteKind } from './convert.repository';

/** How long a quote is good for. */
export const QUOTE_MS = 10_000;
/** Quotes that one user and mode may have open at once; at one a second nobody meets it. */
export const QUOTES_OPEN_MAX = 20;

/** The same request twice at one moment: the second one finds the quote of the first. */
const ATTEMPTS_MAX = 3;

export type Caller = { userId: string; mode: Mode };
/** One line as it is shown: amounts as decimals; `reference` of its ledger entries once it was executed. */
export type ShownLine = {
  from: string;
  to: string;
  amount: DecimalString;
  price: DecimalString;
  fee: DecimalString;
  received: DecimalString;
  reference?: string;
};
/** `expiresAt` in ms, missing once it was executed; `id` is empty where there is nothing to convert. */
export type ShownQuote = { id: string; lines: ShownLine[]; expiresAt?: number };

type Deps = { markets: ConvertMarkets; readTerms(): ConvertTerms };

export type ConvertService = ReturnType<typeof createConvertService>;

/** Returns the conversions: quotes, and their execution once, at exactly what they said. */
export function createConvertService({ db, clock, metrics }: Pick<Platform, 'db' | 'clock' | 'metrics'>, { markets, readTerms }: Deps) {
  const transfers = createTransferQueue(db, metrics);
  const pricing = createPricing({ markets, readTerms });

  /** Stores a quote of lines; of none there is none. Nothing moves: what the house has is read without holding it, and counts when the quote is executed. */
  async function offer(
    caller: Caller,
    { requestId, kind, lines, asked }: { requestId: string; kind: QuoteKind; lines: readonly ConvertLine[]; asked: object },
  ): Promise<ShownQuote> {
    if (lines.length === 0) return { id: '', lines: [] };
    await checkRoom(db.read, { caller, lines, balanceOf: null, pricing });
    const now = clock.now();
    const quote: Quote = { id: createId(), ...caller, kind, lines, createdAt: now, expiresAt: now + QUOTE_MS };
    const inputHash = hashInput({ kind, ...asked });
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const entry = await addQuote(db.read, quote, { requestId, inputHash, openMax: QUOTES_OPEN_MAX, covers: sumCovers(caller, lines) });
      if (entry.end === 'added') return showQuote(quote);
      if (entry.end === 'known') {
        if (entry.inputHash !== inputHash) throw new DomainError('DUPLICATE_REQUEST');
        return showQuote(entry.quote);
      }
      if (entry.open >= QUOTES_OPEN_MAX) throw new DomainError('RATE_LIMITED');
      checkCovers(lines, (to) => entry.covers.get(coverAddress(caller.mode, to)) ?? 0n);
      // Neither too many nor too little: the same request came at the same moment, and its quote is there by now.
    }
    throw new DomainError('RATE_LIMITED');
  }

  /** Executes a quote. `isMeant` says whether it is the one that the caller was shown. */
  async function execute(
    caller: Caller,
    input: { call: string; requestId: string; quoteId: string; asked: object; isMeant(quote: Quote): boolean },
  ): Promise<ShownQuote> {
    const { call, requestId, quoteId, asked, isMeant } = input;
    // A quote never changes, so the accounts are known before they are locked.
    const quote = await findQuote(db.read, { id: quoteId, ...caller });
    const plan: Transfer<ShownQuote>['plan'] = async ({ tx, balanceOf }) => {
      if (quote === null || !isMeant(quote)) throw new DomainError('CONVERT_QUOTE_UNKNOWN');
      const now = clock.now();
      // The accounts of the user are locked: whoever executed it before has committed.
      if (await isExecuted(tx, quote.id)) throw new DomainError('CONVERT_QUOTE_USED');
      if (now >= quote.expiresAt) throw new DomainError('CONVERT_QUOTE_EXPIRED');
      for (const { from, to } of quote.lines) for (const asset of [from, to]) pricing.getIndex(asset);
      await checkRoom(tx, { caller, lines: quote.lines, balanceOf, pricing });
      checkCovers(quote.lines, (to) => balanceOf(coverAddress(caller.mode, to)));
      const references = quote.lines.map((_, line) => referenceOf(quote.id, line));
      return {
        journals: quote.lines.map((line, n) => convertJournal(caller, line, { reference: references[n] as string, at: now })),
        write: (tx) => insertConversions(tx, quote, now),
        events: [tellOf(quote, now)],
        answer: { id: quote.id, lines: quote.lines.map((line, n) => ({ ...show(line), reference: references[n] as string })) },
      };
    };
    const addresses = quote === null ? [] : listAddresses(caller, quote.lines);
    return transfers.submit({ request: { ...caller, call, requestId, input: asked }, addresses, plan });
  }

  return {
    pricing,
    /** @throws ASSET_UNKNOWN, AMOUNT_INVALID, AMOUNT_PRECISION, and the codes of call 48 without a quote */
    async quote(caller: Caller, input: { from: string; to: string; amount: DecimalString; requestId: string }): Promise<ShownQuote> {
      const { from, to, requestId } = input;
      pricing.checkPair(input);
      const amount = toUnits(input.amount, getAssetScale(from));
      const line = pricing.priceLine({ from, to, amount });
      pricing.checkValue(line);
      return offer(caller, { requestId, kind: 'single', lines: [line], asked: { from, to, amount: input.amount } });
    },
    /** @throws the codes of call 48 with a quote */
    async convert(
      caller: Caller,
      input: { from: string; to: string; amount: DecimalString; quoteId: string; requestId: string },
    ): Promise<ShownQuote> {
      const { from, to, quoteId, requestId } = input;
      const amount = toUnits(input.amount, getAssetScale(from));
      const isMeant = ({ kind, lines: [line] }: Quote) =>
        kind === 'single' && line?.from === from && line.to === to && line.amount === amount;
      return execute(caller, { call: 'convert.convert', requestId, quoteId, asked: { from, to, amount: input.amount, quoteId }, isMeant });
    },
    /** A quote of everything that is available of coins worth less than a published sum; coins without a confirmed price stay. */
    async quoteSmall(caller: Caller, { requestId }: { requestId: string }): Promise<ShownQuote> {
      const max = toUnits(readTerms().smallMax, getAssetScale(CONVERT_QUOTE_ASSET));
      const coins = pricing.listCoins();
      const lines = (await getBalances(db.read, caller)).flatMap(({ asset, available }) => {
        if (available === 0n || asset === CONVERT_QUOTE_ASSET || !coins.includes(asset)) return [];
        const value = pricing.findValue(asset, available);
        if (value === null || value >= max) return [];
        const line = pricing.priceLine({ from: asset, to: CONVERT_QUOTE_ASSET, amount: available });
        return line.gross > line.fee ? [line] : [];
      });
      return offer(caller, { requestId, kind: 'small', lines, asked: {} });
    },
    convertSmall(caller: Caller, { quoteId, requestId }: { quoteId: string; requestId: string }): Promise<ShownQuote> {
      const isMeant = ({ kind }: Quote) => kind === 'small';
      return execute(caller, { call: 'x.convertSmall', requestId, quoteId, asked: { quoteId }, isMeant });
    },
  };
}

type Room = {
  caller: Caller;
  lines: readonly ConvertLine[];
  balanceOf: ((address: string) => bigint) | null;
  pricing: ReturnType<typeof createPricing>;
};

/**
 * Refuses what would leave the house with more of a coin than it takes by a rule. `balanceOf` is of locked accounts, null: as they are now.
 * @throws CONVERT_TOO_LARGE
 */
async function checkRoom(tx: Tx, { caller, lines, balanceOf, pricing }: Room): Promise<void> {
  for (const line of lines) {
    const most = pricing.findTakenMax(line.from);
    if (most === null) continue;
    const address = coverAddress(caller.mode, line.from);
    const held = balanceOf?.(address) ?? (await getAccountBalances(tx, [address])).get(address) ?? 0n;
    const funded = (await sumPostings(tx, { addresses: [address], codes: FUNDING_CODES })).get(address) ?? 0n;
    checkTaken(line, most - (held - funded));
  }
}

/** What lines take of each of the house's accounts. */
function sumCovers({ mode }: Caller, lines: readonly ConvertLine[]): Cover[] {
  const sums = new Map<string, bigint>();
  for (const { to, gross } of lines) sums.set(coverAddress(mode, to), (sums.get(coverAddress(mode, to)) ?? 0n) + gross);
  return [...sums].map(([address, needed]) => ({ address, needed }));
}

/** Several lines may take from one account. @throws CONVERT_TOO_LARGE */
function checkCovers(lines: readonly ConvertLine[], coverOf: (asset: string) => bigint): void {
  const left = new Map(lines.map(({ to }) => [to, coverOf(to)]));
  for (const line of lines) {
    const cover = left.get(line.to) ?? 0n;
    checkCover(line, cover);
    left.set(line.to, cover - line.gross);
  }
}

function showQuote({ id, lines, expiresAt }: Quote): ShownQuote {
  return { id, lines: lines.map(show), expiresAt };
}

function show({ from, to, amount, gross, fee, price }: ConvertLine): ShownLine {
  const decimals = getAssetScale(to);
  return {
    from,
    to,
    amount: fromUnits(amount, getAssetScale(from)),
    price: fromUnits(price, CONVERT_PRICE_SCALE),
    fee: fromUnits(fee, decimals),
    received: fromUnits(gross - fee, decimals),
  };
}

/** Returns the sum of what lines bring, all in one asset. */
export function sumReceived(lines: readonly { received: DecimalString }[], asset: string): DecimalString {
  const scale = getAssetScale(asset);
  return fromUnits(
    lines.reduce((sum, { received }) => sum + toUnits(received, scale), 0n),
    scale,
  );
}

function tellOf({ id, userId, mode, kind, lines }: Quote, at: number) {
  const shown = lines.map(show);
  const [first] = shown;
  if (first === undefined) throw new Error(`quote ${id} has no lines`);
  if (kind === 'small') {
    const payload = { coins: shown.length, to: first.to, received: sumReceived(shown, first.to) };
    return smallConverted.create({ userId, mode, at, payload });
  }
  const { from, to, amount, received } = first;
  return converted.create({ userId, mode, at, payload: { reference: referenceOf(id, 0), from, to, amount, received } });
}
