import 'server-only';
import * as api from '../../api/presale';
import * as dto from '../../dto/presale';
import { nothing } from '../../dto/shared';
import * as calls from '../../protocol/presale';
import { serveCall } from '../operation';
import { isFullPage, toPageField } from '../pages';
import { toIso } from '../upstream';

export const presales = serveCall(api.presales, {
  input: nothing,
  output: dto.presalesSchema,
  summary: 'Pre-sales, those that end last first',
  call: calls.presales,
  fields: () => ({}),
  reshape: (rows) => ({
    presales: rows.map(({ cap, starts, ends, sandbox, ...row }) => ({
      ...row,
      softCap: cap,
      startsAt: toIso(starts),
      endsAt: toIso(ends),
      isSandbox: sandbox === '1',
    })),
  }),
});

export const presalePurchases = serveCall(api.presalePurchases, {
  input: dto.presalePurchasesQuerySchema,
  output: dto.presalePurchasesSchema,
  summary: 'What the member has asked for in pre-sales, newest first',
  call: calls.presalePurchases,
  fields: ({ page }) => ({ page: toPageField(page) }),
  reshape: (rows) => ({
    purchases: rows.map(({ sale = null, num, time, next, ...row }) => ({
      ...row,
      presale: sale,
      tokens: num,
      nextAt: next === null ? null : toIso(next),
      boughtAt: toIso(time),
    })),
    hasMore: isFullPage(rows),
  }),
});

export const presaleBuy = serveCall(api.presaleBuy, {
  input: dto.presaleBuyInputSchema,
  output: dto.presaleBoughtSchema,
  summary: 'Ask for tokens of a pre-sale; the payment is held until it is over',
  call: calls.presaleBuy,
  fields: ({ presale, tokens, terms, requestId }) => ({ id: presale, num: tokens, terms, request_id: requestId }),
  reshape: ({ id, coin, num, cost, time }) => ({ id, coin, tokens: num, cost, boughtAt: toIso(time) }),
});
