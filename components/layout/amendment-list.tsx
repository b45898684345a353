'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { OrderAmendment } from '@/lib/dto/shared';
import { BeforeAfter } from '../money/before-after';
import { formatExact, formatPrice } from '../money/format';
import { LocalTime } from '../money/local-time';
import { Card } from '../ui/card';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { ExitRows } from './exit-rows';
import { FactsSection } from './facts';

/** What was changed of an order, each time as a receipt; nothing for one that never was. */
export function AmendmentList({ amendments, symbol }: { amendments: readonly OrderAmendment[]; symbol: string }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = symbol.split('-');
  if (amendments.length === 0) return null;
  return (
    <FactsSection title={t('amend.history')}>
      {amendments.map(({ id, at, priceBefore, price, quantityBefore, quantity, stopBefore, stop, exits, kept }) => (
        <Card key={id}>
          <p className="two-ends pb-3 text-ink-2 text-small">
            <span>{t(kept ? 'amend.keptPlace' : stop === null ? 'amend.queuedAnew' : 'statuses.waiting')}</span>
            <LocalTime iso={at} locale={locale} />
          </p>
          <Receipt>
            {stop === null || stopBefore === null ? null : (
              <ReceiptRow
                label={t('stopShort')}
                value={<BeforeAfter after={formatPrice(stop, { locale })} before={formatPrice(stopBefore, { locale })} unit={quote} />}
              />
            )}
            <ReceiptRow
              label={t('price')}
              value={<BeforeAfter after={formatPrice(price, { locale })} before={formatPrice(priceBefore, { locale })} unit={quote} />}
            />
            <ReceiptRow
              label={t('quantity')}
              value={<BeforeAfter after={formatExact(quantity, locale)} before={formatExact(quantityBefore, locale)} unit={base} />}
            />
            {exits === null ? null : <ExitRows after={exits.after} before={exits.before} symbol={symbol} />}
          </Receipt>
        </Card>
      ))}
    </FactsSection>
  );
}
