'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AmendOrder } from '@/components/layout/amend-order';
import { CancellableRow } from '@/components/layout/cancellable-row';
import { Cell, TerminalTable } from '@/components/layout/terminal-table';
import { formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { useCancelOrder } from './use-cancel-order';
import { Link } from '../ui/link';

/** Open perpetual orders as a table, for a terminal. */
export function PerpetualOrdersTable({ orders }: { orders: readonly PerpetualOrder[] }) {
  const t = useTranslations('Spot');
  const columns = [
    { name: t('orderTitle'), isText: true },
    { name: t('price') },
    { name: t('quantity') },
    { name: t('filledOf') },
    { name: t('time') },
  ];
  return (
    <TerminalTable caption={t('openOrders')} columns={columns} hasTasks>
      {orders.map((order) => (
        <OrderLine key={order.id} order={order} />
      ))}
    </TerminalTable>
  );
}

function OrderLine({ order }: { order: PerpetualOrder }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const { cancel, onCancel } = useCancelOrder(order);
  const isLong = order.side === 'long';
  return (
    <CancellableRow cancel={cancel} columns={6} label={spot('cancel')} onCancel={onCancel}>
      {(button) => (
        <tr className="border-line border-b">
          <Cell isText under={order.isReduceOnly ? t('reduceOnly') : t('times', { leverage: order.leverage })}>
            <Link
              className={`inline-flex min-h-6 items-center font-strong ${isLong ? 'text-up' : 'text-down'}`}
              href={`/orderdetails?type=perpetual&id=${order.id}`}
              prefetch={false}
            >
              {t(order.isReduceOnly ? (isLong ? 'closeShort' : 'closeLong') : order.side)}
            </Link>
          </Cell>
          <Cell>{order.price === null ? spot('marketPrice') : formatPrice(order.price, { locale })}</Cell>
          <Cell>{formatExact(order.quantity, locale)}</Cell>
          <Cell under={spot(`statuses.${order.status}`)}>{formatExact(order.filledQuantity, locale)}</Cell>
          <Cell className="text-ink-2" under={<LocalTime iso={order.createdAt} locale={locale} style="date" />}>
            <LocalTime iso={order.createdAt} locale={locale} style="clock" />
          </Cell>
          <td className="sticky right-0 bg-surface-1 py-1 ps-3 text-end align-top">
            <span className="flex justify-end gap-2">
              <AmendOrder isIcon kind="perpetual" order={order} />
              {button}
            </span>
          </td>
        </tr>
      )}
    </CancellableRow>
  );
}
