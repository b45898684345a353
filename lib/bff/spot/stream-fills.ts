import type { FillWire } from '../../protocol/spot-fills';
import { FILLS_PAGE_MAX } from '../../protocol/wire';
import { BYTE_ORDER_MARK, toCsvLine } from './csv';

/** Fills in one export: about 8 MB, and 100 questions to the exchange. The newest ones are taken. */
export const FILLS_EXPORT_MAX = 50_000;

const HEADER = [
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

type ReadPage = (after: { order: string; fill: string } | null) => Promise<FillWire[]>;

/**
 * Returns fills as CSV in UTF-8, written page by page as the reader takes them: one page is in memory at a time. The first page is read before,
 * so that a refusal is still an answer. A page that fails later ends the stream with an error, never with a file that looks whole.
 */
export async function streamFills(readPage: ReadPage, exportMax = FILLS_EXPORT_MAX): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page: FillWire[] = await readPage(null);
  let written = 0;
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      if (isFirst) controller.enqueue(encoder.encode(BYTE_ORDER_MARK + toCsvLine(HEADER)));
      else {
        const last = page.at(-1);
        page = last === undefined ? [] : await readPage({ order: last.order, fill: last.id });
      }
      isFirst = false;
      const isLast = page.length < FILLS_PAGE_MAX || written + page.length >= exportMax;
      const rows = page.slice(0, exportMax - written);
      written += rows.length;
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(toLine).join('')));
      if (isLast) controller.close();
    },
  });
}

function toLine(fill: FillWire): string {
  const [base = '', quote = ''] = fill.market.split('-');
  return toCsvLine([
    new Date(fill.time).toISOString(),
    fill.market,
    fill.type,
    fill.kind,
    fill.price,
    fill.num,
    base,
    fill.value,
    quote,
    fill.fee,
    fill.fee_coin,
    fill.liquidity,
    fill.order,
    fill.id,
  ]);
}
