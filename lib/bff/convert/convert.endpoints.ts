import 'server-only';
import { randomUUID } from 'node:crypto';
import * as api from '../../api/convert';
import * as dto from '../../dto/convert';
import { nothing } from '../../dto/shared';
import { AppError } from '../../errors/app-error';
import * as calls from '../../protocol/convert';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

export const convertTerms = serveCall(api.convertTerms, {
  input: nothing,
  output: dto.convertTermsSchema,
  summary: 'Coins that can be converted, and what it costs',
  call: calls.convertTerms,
  fields: () => ({}),
  reshape: ({ spread, fee, min, max, small, coins }) => ({
    spreadRate: spread,
    feeRate: fee,
    valueMin: min,
    valueMax: max,
    smallMax: small,
    coins: coins.map(({ coin, open, price, spread: own }) => ({ asset: coin, isOpen: open, spreadRate: own, price: price ?? null })),
  }),
});

/** A quote moves nothing, so its request number is of no use to whoever asks. */
export const convertQuote = serveCall(api.convertQuote, {
  input: dto.convertQuoteInputSchema,
  output: dto.convertQuoteSchema,
  summary: 'A quote, good for some seconds',
  call: calls.convertCoins,
  fields: ({ from, to, amount }) => ({ from, to, num: amount, request_id: randomUUID() }),
  reshape: ({ id, price, fee, received, expires }, { input: { from, to, amount } }) => ({
    id,
    from,
    to,
    amount,
    price,
    fee,
    received: known(received),
    expiresAt: toIso(known(expires)),
  }),
});

export const convert = serveCall(api.convert, {
  input: dto.convertInputSchema,
  output: dto.convertedSchema,
  summary: 'Convert at exactly a quote, once',
  call: calls.convertCoins,
  fields: ({ from, to, amount, quoteId, requestId }) => ({ from, to, num: amount, quote: quoteId, request_id: requestId }),
  reshape: ({ price, fee, received, ref }, { input: { from, to, amount } }) => ({
    from,
    to,
    amount,
    price,
    fee,
    received: known(received),
    reference: ref ?? '',
  }),
});

export const smallQuote = serveCall(api.smallQuote, {
  input: nothing,
  output: dto.smallQuoteSchema,
  summary: 'A quote of all small balances into USDT',
  call: calls.convertSmall,
  fields: () => ({ request_id: randomUUID() }),
  reshape: ({ id, expires, lines, received }) => ({
    id: id === '' ? null : id,
    expiresAt: expires === undefined ? null : toIso(expires),
    lines: lines.map(({ num, from, to, price, fee, received }) => ({ from, to, amount: num, price, fee, received })),
    received,
  }),
});

export const convertSmall = serveCall(api.convertSmall, {
  input: dto.convertSmallInputSchema,
  output: dto.smallConvertedSchema,
  summary: 'Convert all small balances at exactly a quote, once',
  call: calls.convertSmall,
  fields: ({ quoteId, requestId }) => ({ quote: quoteId, request_id: requestId }),
  reshape: ({ lines, received }) => ({
    lines: lines.map(({ num, ref, ...line }) => ({ ...line, amount: num, reference: ref ?? '' })),
    received,
  }),
});

export const conversion = serveCall(api.conversion, {
  input: dto.conversionQuerySchema,
  output: dto.conversionSchema,
  summary: 'One conversion with all that its amounts were made from',
  call: calls.conversion,
  fields: ({ reference }) => ({ ref: reference }),
  reshape: ({ num, from_index, to_index, spread, fee_rate, quoted, time, ...line }) => ({
    ...line,
    amount: num,
    fromIndex: from_index,
    toIndex: to_index,
    spreadRate: spread,
    feeRate: fee_rate,
    quotedAt: toIso(quoted),
    at: toIso(time),
  }),
});

/** What a backend may leave out by the shape of call 48, and doesn't where it answers this question. */
function known<V>(value: V | undefined): V {
  if (value === undefined) throw new AppError('LEGACY_MALFORMED', { detail: 'convert.convert without its result' });
  return value;
}
