import 'server-only';
import { z } from 'zod';
import {
  closedListFields,
  contractListFields,
  isRange,
  marketListFields,
  perpetualListFields,
  recordListFields,
  spotListFields,
} from '../../dto/lists';
import { recordList } from '../../protocol/balances';
import {
  closedPositionList,
  fundingPaymentList,
  liquidationList,
  optionList,
  perpetualOrderList,
  spotOrderList,
} from '../../protocol/lists';
import { perpetualFills, spotFills } from '../../protocol/fills';
import { toMarketListFields, toOrderListFields, toRecordListFields } from '../lists/to-list-fields';
import { parseInput } from '../parse-input';
import { type Caller, callAs } from '../upstream';
import {
  toClosedRow,
  toContractRow,
  toFillRow,
  toLiquidationRow,
  toPaymentRow,
  toPerpetualFillRow,
  toPerpetualRow,
  toRecordRows,
  toSpotRow,
} from './rows';
import type { ExportPage } from './stream-rows';

/** `file` asks the browser to save it; `text` opens as a page, where downloads are blocked. */
const formFields = { form: z.enum(['file', 'text']).optional() };
type Form = 'file' | 'text';

/** What can be read of one list as a file: how it was asked for, the names of its columns, and its pages. */
export type Opened = { form: Form; header: readonly string[]; read(caller: Caller, place: unknown): Promise<ExportPage<unknown>> };

const spotSchema = z.strictObject({ ...spotListFields, ...formFields }).refine(isRange, { path: ['to'] });
const perpetualSchema = z.strictObject({ ...perpetualListFields, ...formFields }).refine(isRange, { path: ['to'] });
const closedSchema = z.strictObject({ ...closedListFields, ...formFields }).refine(isRange, { path: ['to'] });
const contractSchema = z.strictObject({ ...contractListFields, ...formFields }).refine(isRange, { path: ['to'] });
const marketSchema = z.strictObject({ ...marketListFields, ...formFields }).refine(isRange, { path: ['to'] });
const recordSchema = z.strictObject({ ...recordListFields, ...formFields }).refine(isRange, { path: ['to'] });
const FILL = [
  'time',
  'market',
  'side',
  'kind',
  'price',
  'quantity',
  'base',
  'value',
  'quote',
  'fee',
  'fee_coin',
  'liquidity',
  'order',
  'fill',
];
const PERPETUAL_FILL = [...FILL.slice(0, -2), 'profit', 'order', 'fill'];
const ORDER = ['time', 'market', 'side', 'kind', 'price', 'quantity', 'filled', 'value', 'fee', 'fee_coin', 'status', 'reason'];
const SPOT_ORDER = [...ORDER, 'stop', 'pair', 'order'];
const PERPETUAL_ORDER = [...ORDER, 'leverage', 'reduce_only', 'origin', 'profit', 'order'];

const CLOSED = [
  'closed',
  'opened',
  'market',
  'side',
  'quantity',
  'entry',
  'exit',
  'margin',
  'profit',
  'fee',
  'funding',
  'closed_by',
  'position',
];
const PAYMENT = ['time', 'market', 'side', 'quantity', 'mark', 'rate', 'amount', 'position', 'journal'];
const LIQUIDATION = [
  'time',
  'market',
  'side',
  'quantity',
  'left_open',
  'mark',
  'print',
  'liquidation_price',
  'bankruptcy_price',
  'by_book',
  'by_fund',
  'by_others',
  'exit',
  'fee',
  'margin_lost',
  'margin_back',
  'position',
  'order',
];
const CONTRACT = [
  'bought',
  'settled',
  'market',
  'direction',
  'stake',
  'seconds',
  'payout_rate',
  'purchase_price',
  'delivery_price',
  'result',
  'reason',
  'paid_back',
  'contract',
];

/** The lists that can be had as CSV, by the name of the file. */
export const EXPORTS: Readonly<Record<string, (query: Record<string, string>) => Opened>> = {
  'spot-fills': (query) => {
    const { form = 'file', ...asked } = parseInput(spotSchema, query);
    return {
      form,
      header: FILL,
      async read(caller, place) {
        const fields = { ...toOrderListFields(asked), ...(place as { order: string; fill: string } | null) };
        const { rows, next } = await callAs(caller, spotFills, fields);
        return { rows: rows.map(toFillRow), next };
      },
    };
  },
  'spot-orders': (query) => {
    const { form = 'file', ...asked } = parseInput(spotSchema, query);
    return {
      form,
      header: SPOT_ORDER,
      async read(caller, place) {
        const { rows, next } = await callAs(caller, spotOrderList, { ...toOrderListFields(asked), ...toPlace(place) });
        return { rows: rows.map(toSpotRow), next };
      },
    };
  },
  'perpetual-fills': (query) => {
    const { form = 'file', ...asked } = parseInput(perpetualSchema, query);
    return {
      form,
      header: PERPETUAL_FILL,
      async read(caller, place) {
        const fields = { ...toOrderListFields(asked), ...(place as { order: string; fill: string } | null) };
        const { rows, next } = await callAs(caller, perpetualFills, fields);
        return { rows: rows.map(toPerpetualFillRow), next };
      },
    };
  },
  'perpetual-orders': (query) => {
    const { form = 'file', ...asked } = parseInput(perpetualSchema, query);
    return {
      form,
      header: PERPETUAL_ORDER,
      async read(caller, place) {
        const { rows, next } = await callAs(caller, perpetualOrderList, { ...toOrderListFields(asked), ...toPlace(place) });
        return { rows: rows.map(toPerpetualRow), next };
      },
    };
  },
  'closed-positions': (query) => {
    const { form = 'file', ...asked } = parseInput(closedSchema, query);
    return {
      form,
      header: CLOSED,
      async read(caller, place) {
        const { rows, next } = await callAs(caller, closedPositionList, { ...toOrderListFields(asked), ...toPlace(place) });
        return { rows: rows.map(toClosedRow), next };
      },
    };
  },
  funding: (query) => {
    const { form = 'file', ...asked } = parseInput(marketSchema, query);
    return {
      form,
      header: PAYMENT,
      async read(caller, place) {
        const { rows, next } = await callAs(caller, fundingPaymentList, { ...toMarketListFields(asked), ...toPlace(place) });
        return { rows: rows.map(toPaymentRow), next };
      },
    };
  },
  liquidations: (query) => {
    const { form = 'file', ...asked } = parseInput(marketSchema, query);
    return {
      form,
      header: LIQUIDATION,
      async read(caller, place) {
        const { rows, next } = await callAs(caller, liquidationList, { ...toMarketListFields(asked), ...toPlace(place) });
        return { rows: rows.map(toLiquidationRow), next };
      },
    };
  },
  'seconds-contracts': (query) => {
    const { form = 'file', ...asked } = parseInput(contractSchema, query);
    return {
      form,
      header: CONTRACT,
      async read(caller, place) {
        const { rows, next } = await callAs(caller, optionList, { ...toOrderListFields(asked), ...toPlace(place) });
        return { rows: rows.map(toContractRow), next };
      },
    };
  },
  records: (query) => {
    const { form = 'file', ...asked } = parseInput(recordSchema, query);
    return {
      form,
      header: ['time', 'journal', 'what', 'reference', 'coin', 'part', 'amount', 'balance'],
      async read(caller, place) {
        const { rows, next } = await callAs(caller, recordList, { ...toRecordListFields(asked), ...toPlace(place) });
        return { rows: rows.flatMap(toRecordRows), next };
      },
    };
  },
};

function toPlace(place: unknown) {
  return { size: 'file' as const, ...(typeof place === 'string' && { before: place }) };
}
