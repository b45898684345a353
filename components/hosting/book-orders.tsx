'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { PagedList } from '@/components/layout/paged-list';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import { Link } from '../ui/link';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingOrder } from '@/lib/dto/hosting';
import { useContinued } from '@/lib/query/use-read';
import { BookEntries } from './book-entries';
import { candleAddress } from './candle-address';

/** Every order of a book with why it was made; each leads to the candle of its minute and to the entries that it caused. */
export function BookOrders({ plan }: { plan: string }) {
  const [t, tc] = [useTranslations('Hosting'), useTranslations('Common')];
  const query = useContinued(hostingApi.hostingOrders, { plan });
  const [opened, setOpened] = useState<HostingOrder | null>(null);
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="font-strong">{t('fills')}</h2>
      <PagedList empty={<p className="text-ink-2 text-small">{t('noFills')}</p>} query={query} rowsOf={(page) => page.orders}>
        {(order) => <OrderRow key={order.id} onEntries={() => setOpened(order)} order={order} />}
      </PagedList>
      <Sheet closeLabel={tc('close')} isOpen={opened !== null} onClose={() => setOpened(null)} title={t('orderEntries')}>
        {opened === null ? null : <BookEntries fillsOf={opened} order={opened.id} plan={plan} />}
      </Sheet>
    </Card>
  );
}

function OrderRow({ order, onEntries }: { order: HostingOrder; onEntries: () => void }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const { leg, market, side, quantity, price, reason, state, at } = order;
  return (
    <li className="flex items-center gap-1 border-line border-t first:border-t-0">
      <Link className="grid min-h-11 min-w-0 flex-1 grid-cols-1 gap-1 py-2 text-small" href={candleAddress({ market, leg }, at)}>
        <span className="two-ends">
          <b>
            {market} · {t(`legs.${leg}`)} · {t(`sides.${side}`)}
          </b>
          <span className="text-ink-2">{t(state === 'refused' ? 'refused' : `reasons.${reason}`)}</span>
        </span>
        <span className="two-ends text-ink-2 text-micro">
          <span suppressHydrationWarning>
            {formatExact(quantity, locale)} × {formatExact(price, locale)}
          </span>
          <LocalTime iso={at} locale={locale} />
        </span>
      </Link>
      <IconButton className="-mr-2.5" label={t('orderEntries')} onClick={onEntries}>
        <Icon name="list" />
      </IconButton>
    </li>
  );
}
