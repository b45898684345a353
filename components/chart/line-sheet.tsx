'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { useAmendOrder } from '@/components/layout/use-amend-order';
import { BeforeAfter } from '@/components/money/before-after';
import { formatExact, formatPercent, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type { AmendableOrder } from '@/components/layout/amended-terms';
import * as perpetualApi from '@/lib/api/perpetual';
import { addDecimals, compareDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { useTicker } from '@/lib/stream/hooks';
import type { ExitMove, MovableLine, OrderMove, TriggerMove } from './own-lines';

type Props = { line: MovableLine; price: string; decimals: number; isOpen: boolean; onClose(): void };

/** Asks before a line on the chart is really moved: what it is, where it was and where it goes. */
export function LineSheet({ line, price, decimals, isOpen, onClose }: Props) {
  const t = useTranslations('Chart');
  return (
    <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={onClose} title={t('moveTitle', { what: line.name })}>
      {line.move.kind === 'trigger' ? (
        <MoveTrigger decimals={decimals} line={line} move={line.move} onClose={onClose} price={price} />
      ) : (
        <MoveOrder decimals={decimals} line={line} move={line.move} onClose={onClose} price={price} />
      )}
    </Sheet>
  );
}

function MoveTrigger({ line, move, price, decimals, onClose }: Omit<Props, 'isOpen'> & { move: TriggerMove }) {
  const t = useTranslations('Chart');
  const { position, which } = move;
  // Both triggers are set together: the other one as it is now, which another device may have changed since the line was drawn.
  const open = useRead(perpetualApi.perpetualOpen, { symbol: position.symbol }).data?.positions;
  const { takeProfit, stopLoss } = open?.find(({ id }) => id === position.id) ?? position;
  const showResult = useShowResult();
  const write = useWrite(perpetualApi.positionTriggers, {
    of: position.id,
    onDone: ({ position: after }, _sent, isLate) => {
      if (!isLate) onClose();
      showResult({
        title: t('moved', { what: line.name }),
        lead: after.symbol.replace('-', '/'),
        facts: <MoveReceipt decimals={decimals} line={line} price={price} symbol={after.symbol} />,
      });
    },
  });
  const send = () => write.send({ positionId: position.id, takeProfit, stopLoss, [which]: price }, t('moveSend'));
  return (
    <div className="grid grid-cols-1 gap-3">
      <MoveReceipt decimals={decimals} line={line} price={price} symbol={position.symbol} />
      <FormFooter label={t('moveSend')} onSend={send} write={write} />
    </div>
  );
}

function MoveOrder({ line, move, price, decimals, onClose }: Omit<Props, 'isOpen'> & { move: OrderMove | ExitMove }) {
  const t = useTranslations('Chart');
  const { order, kind } = move;
  const write = useAmendOrder({ kind, order, onDone: onClose });
  const { text, limit, change } = 'which' in move ? changeExit(move, price) : changePrice(order, price);
  return (
    <div className="grid grid-cols-1 gap-3">
      <MoveReceipt decimals={decimals} limit={limit} line={line} order={order} price={price} symbol={order.symbol} />
      <p className="text-ink-2 text-small">{t(text)}</p>
      <FormFooter label={t('moveSend')} onSend={() => write.send({ orderId: order.id, ...change }, t('moveSend'))} write={write} />
    </div>
  );
}

/** A limit that goes along with what is moved. */
type Along = { before: string; after: string };

/** What moving the line of an order changes: its price, or of one that waits its stop price and with it the limit. */
function changePrice({ status, stop, price: limit }: AmendableOrder, to: string) {
  if (status !== 'waiting' || stop == null || limit === null) return { text: 'moveOrderText', limit: null, change: { price: to } } as const;
  const along = goAlong({ before: limit, from: stop, to });
  return { text: 'moveStopText', limit: along, change: { stop: to, price: along.after } } as const;
}

/** What moving an exit changes: that one alone, and the limit of a stop-loss on spot. */
function changeExit({ kind, which, order: { stopLoss, stopLossLimit } }: ExitMove, to: string) {
  const text = kind === 'spot' ? 'moveExitSpot' : 'moveExitPerpetual';
  if (which === 'takeProfit' || stopLoss == null || stopLossLimit == null) return { text, limit: null, change: { [which]: to } } as const;
  const along = goAlong({ before: stopLossLimit, from: stopLoss, to });
  return { text, limit: along, change: { stopLoss: to, stopLossLimit: along.after } } as const;
}

/** As far from what is moved as before, where that is a price. */
function goAlong({ before, from, to }: { before: string; from: string; to: string }): Along {
  const beside = addDecimals(before, subtractDecimals(to, from));
  return { before, after: compareDecimals(beside, '0') > 0 ? beside : to };
}

type ReceiptProps = {
  line: MovableLine;
  price: string;
  decimals: number;
  symbol: string;
  /** Of the order that is moved, and the limit that its stop takes along. */
  order?: AmendableOrder;
  limit?: Along | null;
};

/** Price before and after, and how far both are from the price now. */
function MoveReceipt({ line, price, decimals, symbol, order, limit = null }: ReceiptProps) {
  const t = useTranslations('Chart');
  const locale = useLocale();
  const ticker = useTicker(symbol);
  const [base = '', quote = ''] = symbol.split('-');
  const show = (value: string) => formatPrice(value, { locale, decimals });
  const away = (value: string) =>
    ticker === undefined ? null : formatPercent((Number(value) / Number(ticker.price) - 1).toFixed(6), { locale, sign: 'always' });
  return (
    <>
      <p className="text-ink-2 text-small">
        {base}/{quote}
      </p>
      <Receipt>
        <ReceiptRow
          isSum
          label={t(limit === null ? 'movePrice' : 'moveStopPrice')}
          value={<BeforeAfter after={show(price)} before={show(line.price)} unit={quote} />}
        />
        {limit === null ? null : (
          <ReceiptRow label={t('moveLimit')} value={<BeforeAfter after={show(limit.after)} before={show(limit.before)} unit={quote} />} />
        )}
        {order === undefined ? null : <ReceiptRow label={t('moveSize')} value={`${formatExact(order.quantity, locale)}\u00a0${base}`} />}
        <ReceiptRow label={t('moveAway')} value={<BeforeAfter after={away(price)} before={away(line.price)} />} />
      </Receipt>
    </>
  );
}
