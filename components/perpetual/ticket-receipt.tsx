'use client';
import { useLocale, useTranslations } from 'next-intl';
import { decimalsOf, formatAmount, formatPercent, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { addDecimals } from '@/lib/rules/decimal';
import { BeforeAfter } from '@/components/money/before-after';
import type { PerpetualTicketState } from './use-ticket';

/** The receipt before the tap: what is and what will be. The figures come from the function that books a fill. Keeps its lines while empty. */
export function PerpetualReceipt({ ticket, terms }: { ticket: PerpetualTicketState; terms: PerpetualMarketTerms }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const wallet = useTranslations('Wallet');
  const locale = useLocale();
  const { preview, position, available, liquidity } = ticket;
  const isTaker = ticket.kind === 'market' || (preview !== null && liquidity === 'taker');
  const feeRate = isTaker ? terms.takerFeeRate : terms.makerFeeRate;
  const about = isTaker && preview !== null ? '≈ ' : '';
  const money = (value: string) => formatAmount(value, { locale });
  const price = (value: string | null) =>
    value === null ? t('none') : formatPrice(value, { locale, decimals: decimalsOf(terms.tickSize) });
  const availableAfter = preview === null || available === null ? null : addDecimals(available, preview.availableChange);
  return (
    <div aria-live="polite">
      <Receipt>
        <ReceiptRow label={spot('orderValue')} value={preview === null ? '–' : `${about}${money(preview.value)} ${terms.quote}`} />
        <ReceiptRow
          label={spot(isTaker ? 'feeTaker' : 'feeMaker', { rate: formatPercent(feeRate, { locale }) })}
          value={preview === null ? '–' : `${about}${formatAmount(preview.fee, { locale, decimalsMax: 4 })}\u00a0${terms.quote}`}
        />
        <ReceiptRow
          label={t('margin')}
          value={
            <BeforeAfter
              after={preview === null ? null : money(preview.marginAfter)}
              before={position === null ? null : money(position.margin)}
              unit={terms.quote}
            />
          }
        />
        <ReceiptRow
          label={t('liquidation')}
          value={
            <BeforeAfter
              after={preview === null ? null : price(preview.liquidationAfter)}
              before={position === null ? null : price(position.liquidationPrice)}
            />
          }
        />
        <ReceiptRow
          isSum
          label={wallet('available')}
          value={
            <BeforeAfter
              after={availableAfter === null ? null : money(availableAfter.startsWith('-') ? '0' : availableAfter)}
              before={available === null ? null : money(available)}
              unit={terms.quote}
            />
          }
        />
      </Receipt>
    </div>
  );
}
