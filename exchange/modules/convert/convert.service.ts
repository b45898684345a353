import type { DecimalString, Mode } from '../../../lib/protocol/wire';
import { CONVERT_PRICE_SCALE } from '../../../lib/rules/convert';
import type { Platform } from '../../platform/app';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { createId } from '../../platform/ids';
import { createTransferQueue, getAccountBalances, getAssetScale, getBalances, type Transfer } from '../ledger/ledger';
import type { ConvertTerms } from '../registry/registry';
import { converted, smallConverted } from './convert.events';
import { convertJournal, coverAddress, listAddresses, referenceOf } from './convert.postings';
import { checkCover, CONVERT_QUOTE_ASSET, type ConvertLine, type ConvertMarkets, createPricing } from './convert.pricing';
import { countQuotesSince, findQuote, insertConversions, insertQuote, isExecuted, type Quote, type QuoteKind } from './convert.repository';

/** How long a quote is good for. */
export const QUOTE_MS = 10_000;
/** Quotes that one user and mode may have open at once; at one a second nobody meets it. */
export const QUOTES_OPEN_MAX = 20;

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

  /** Stores a quote of the lines that `make` returns; none of them is none. */
  function offer(caller: Caller, input: { call: string; requestId: string; kind: QuoteKind; asked: object; make: LineMaker }) {
    const { call, requestId, kind, asked, make } = input;
    return transfers.submit<ShownQuote>({
      request: { ...caller, call, requestId, input: asked },
      // Nothing moves: what the house has is read without holding it, and counts when the quote is executed.
      addresses: [],
      plan: async ({ tx }) => {
        const now = clock.now();
        if ((await countQuotesSince(tx, caller, now)) >= QUOTES_OPEN_MAX) throw new DomainError('RATE_LIMITED');
        const lines = await make(tx);
        if (lines.length === 0) return { journals: [], answer: { id: '', lines: [] } };
        const covers = await getAccountBalances(
          tx,
          lines.map(({ to }) => coverAddress(caller.mode, to)),
        );
        checkCovers(lines, (to) => covers.get(coverAddress(caller.mode, to)) ?? 0n);
        const quote: Quote = { id: createId(), ...caller, kind, lines, createdAt: now, expiresAt: now + QUOTE_MS };
        return {
          journals: [],
          write: (tx) => insertQuote(tx, quote),
          answer: { id: quote.id, lines: lines.map((line) => show(line)), expiresAt: quote.expiresAt },
        };
      },
    });
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
      const make = async () => {
        const line = pricing.priceLine({ from, to, amount });
        pricing.checkValue(line);
        return [line];
      };
      return offer(caller, { call: 'convert.convert', requestId, kind: 'single', asked: { from, to, amount: input.amount }, make });
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
    quoteSmall(caller: Caller, { requestId }: { requestId: string }): Promise<ShownQuote> {
      const make: LineMaker = async (tx) => {
        const max = toUnits(readTerms().smallMax, getAssetScale(CONVERT_QUOTE_ASSET));
        return (await getBalances(tx, caller)).flatMap(({ asset, available }) => {
          if (available === 0n || asset === CONVERT_QUOTE_ASSET || !pricing.coins.includes(asset)) return [];
          const value = pricing.findValue(asset, available);
          if (value === null || value >= max) return [];
          const line = pricing.priceLine({ from: asset, to: CONVERT_QUOTE_ASSET, amount: available });
          return line.gross > line.fee ? [line] : [];
        });
      };
      return offer(caller, { call: 'x.convertSmall', requestId, kind: 'small', asked: {}, make });
    },
    convertSmall(caller: Caller, { quoteId, requestId }: { quoteId: string; requestId: string }): Promise<ShownQuote> {
      const isMeant = ({ kind }: Quote) => kind === 'small';
      return execute(caller, { call: 'x.convertSmall', requestId, quoteId, asked: { quoteId }, isMeant });
    },
  };
}

type LineMaker = (tx: Parameters<typeof findQuote>[0]) => Promise<readonly ConvertLine[]>;

/** Several lines may take from one account. @throws CONVERT_TOO_LARGE */
function checkCovers(lines: readonly ConvertLine[], coverOf: (asset: string) => bigint): void {
  const left = new Map(lines.map(({ to }) => [to, coverOf(to)]));
  for (const line of lines) {
    const cover = left.get(line.to) ?? 0n;
    checkCover(line, cover);
    left.set(line.to, cover - line.gross);
  }
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
