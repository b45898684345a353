import * as calls from '../../../lib/protocol/convert';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { getAssetScale } from '../ledger/ledger';
import type { ConvertTerms } from '../registry/registry';
import { CONVERT_QUOTE_ASSET } from './convert.pricing';
import { findConversion } from './convert.repository';
import { type Caller, type ConvertService, type ShownLine, sumReceived } from './convert.service';

const REFERENCE = /^convert:([A-Za-z0-9_-]{16,40}):([0-9]{1,2})$/;

type Deps = Pick<Platform, 'db' | 'events'> & { service: ConvertService; readTerms(): ConvertTerms };

/** Returns call 48, small balances, the terms, and what was converted. */
export function createConvertCalls({ db, events, service, readTerms }: Deps): RegisteredCall[] {
  const tell = ({ userId, mode }: Caller) => events.publish({ kind: 'account', userId, mode, changed: ['balances'], market: null });
  return [
    handle(calls.convertCoins, async ({ from, to, num, quote, request_id }, context) => {
      const caller = callerOf(context);
      const input = { from, to, amount: num, requestId: request_id };
      const shown = quote === undefined ? await service.quote(caller, input) : await service.convert(caller, { ...input, quoteId: quote });
      if (quote !== undefined) tell(caller);
      const [line] = shown.lines as [ShownLine];
      return {
        id: shown.id,
        price: line.price,
        fee: line.fee,
        received: line.received,
        ...(shown.expiresAt !== undefined && { expires: shown.expiresAt }),
        ...(line.reference !== undefined && { ref: line.reference }),
      };
    }),
    handle(calls.convertSmall, async ({ quote, request_id }, context) => {
      const caller = callerOf(context);
      const shown =
        quote === undefined
          ? await service.quoteSmall(caller, { requestId: request_id })
          : await service.convertSmall(caller, { quoteId: quote, requestId: request_id });
      if (quote !== undefined) tell(caller);
      return {
        id: shown.id,
        ...(shown.expiresAt !== undefined && { expires: shown.expiresAt }),
        lines: shown.lines.map(({ amount, reference, ...line }) => ({
          ...line,
          num: amount,
          ...(reference !== undefined && { ref: reference }),
        })),
        received: sumReceived(shown.lines, CONVERT_QUOTE_ASSET),
      };
    }),
    handle(calls.convertTerms, async () => {
      const { spreadRate, feeRate, valueMin, valueMax, smallMax } = readTerms();
      const coins = service.pricing.listCoins().map((coin) => {
        const price = service.pricing.findIndex(coin);
        return { coin, open: price !== null, spread: service.pricing.findSpread(coin), ...(price !== null && { price }) };
      });
      return { spread: spreadRate, fee: feeRate, min: valueMin, max: valueMax, small: smallMax, coins };
    }),
    handle(calls.conversion, async ({ ref }, context) => {
      const [, quoteId = '', line = ''] = REFERENCE.exec(ref) ?? [];
      const row = quoteId === '' ? null : await findConversion(db.read, { quoteId, line: Number(line), ...callerOf(context) });
      if (row === null) throw new DomainError('NOT_FOUND');
      const decimals = getAssetScale(row.to);
      return {
        from: row.from,
        to: row.to,
        num: fromUnits(row.amount, getAssetScale(row.from)),
        price: row.price,
        fee: fromUnits(row.fee, decimals),
        received: fromUnits(row.received, decimals),
        from_index: row.fromIndex,
        to_index: row.toIndex,
        spread: row.spreadRate,
        fee_rate: row.feeRate,
        quoted: row.quotedAt,
        time: row.at,
      };
    }),
  ];
}

function callerOf(context: Parameters<typeof sessionOf>[0]): Caller {
  const { userId, mode } = sessionOf(context);
  return { userId, mode };
}
