'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AmendOrder } from '@/components/layout/amend-order';
import { CancellableRow } from '@/components/layout/cancellable-row';
import { Cell, TerminalTable } from '@/components/layout/terminal-table';
import { formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { Order } from '@/lib/dto/spot';
import type { JoinedOrder } from './join-pairs';
import { useCancelOrder } from './use-cancel-order';
import { useOrderAddress } from './use-order-address';
import { usePairText } from './use-pair-text';
import { Link } from '../ui/link';

/** The open orders of a market as a table, for a terminal. */
export function OpenOrdersTable({ orders }: { orders: readonly JoinedOrder[] }) {
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
      {orders.map(({ order, partner }) => (
        <OrderLine key={order.id} order={order} partner={partner} />
      ))}
    </TerminalTable>
  );
}

function OrderLine({ order, partner }: { order: Order; partner: Order | null }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const { cancel, onCancel } = useCancelOrder(order);
  const pairText = usePairText(partner);
  const address = useOrderAddress()(order);
  const isBuy = order.side === 'buy';
  const side = `inline-flex min-h-6 items-center font-strong ${isBuy ? 'text-up' : 'text-down'}`;
  const isWaiting = order.status === 'waiting' && order.stop !== null;
  return (
    <CancellableRow cancel={cancel} columns={6} label={t('cancel')} onCancel={onCancel}>
      {(button) => (
        <tr className="border-line border-b">
          <Cell isText under={pairText ?? t(`kinds.${order.kind}`)}>
            {address === null ? (
              <span className={side}>{t(isBuy ? 'buy' : 'sell')}</span>
            ) : (
              <Link className={side} href={address} prefetch={false}>
                {t(isBuy ? 'buy' : 'sell')}
              </Link>
            )}
          </Cell>
          <Cell under={isWaiting && order.stop !== null ? `${t('stopShort')} ${formatPrice(order.stop, { locale })}` : undefined}>
            {order.price === null ? t('marketPrice') : formatPrice(order.price, { locale })}
          </Cell>
          <Cell>{formatExact(order.quantity, locale)}</Cell>
          <Cell under={t(`statuses.${order.status}`)}>{formatExact(order.filledQuantity, locale)}</Cell>
          <Cell className="text-ink-2" under={<LocalTime iso={order.createdAt} locale={locale} style="date" />}>
            <LocalTime iso={order.createdAt} locale={locale} style="clock" />
          </Cell>
          <td className="sticky right-0 bg-surface-1 py-1 ps-3 text-end align-top">
            <span className="flex justify-end gap-2">
              <AmendOrder isIcon kind="spot" order={order} partner={partner} />
              {button}
            </span>
          </td>
        </tr>
      )}
    </CancellableRow>
  );
}
