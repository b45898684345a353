'use client';
import { useLocale, useTranslations } from 'next-intl';
import { decimalsOf, formatAmount, formatExact, formatPercent, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { MarketRules } from '@/lib/dto/market';
import type { TicketState } from './use-ticket';

/** The receipt before the tap: the figures come from the function that the booking uses. Keeps its lines while empty. */
export function TicketReceipt({ ticket, rules }: { ticket: TicketState; rules: MarketRules }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const { preview } = ticket;
  const isTaker = preview === null ? ticket.kind === 'market' : preview.liquidity === 'taker';
  const feeRate = isTaker ? rules.takerFeeRate : rules.makerFeeRate;
  const receives = ticket.side === 'buy' ? rules.base : rules.quote;
  const about = preview?.isEstimate ? '≈ ' : '';
  return (
    <div aria-live="polite">
      <Receipt>
        <ReceiptRow
          label={t('orderValue')}
          value={preview === null ? '–' : `${about}${formatAmount(preview.orderValue, { locale, decimalsMax: 2 })}\u00a0${rules.quote}`}
        />
        {ticket.kind === 'market' ? (
          <ReceiptRow
            label={t('worstPrice')}
            value={
              ticket.worstPrice === null
                ? '–'
                : `${formatPrice(ticket.worstPrice, { locale, decimals: decimalsOf(rules.tickSize) })}\u00a0${rules.quote}`
            }
          />
        ) : null}
        <ReceiptRow
          label={t(isTaker ? 'feeTaker' : 'feeMaker', { rate: formatPercent(feeRate, { locale }) })}
          value={preview === null ? '–' : `${about}${formatExact(preview.fee, locale)}\u00a0${receives}`}
        />
        <ReceiptRow
          isSum
          label={t('youGet')}
          value={preview === null ? '–' : `${about}${formatExact(preview.receive, locale)}\u00a0${receives}`}
        />
      </Receipt>
    </div>
  );
}
