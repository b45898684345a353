'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useShowResult } from '@/components/layout/result';
import { BeforeAfter } from '@/components/money/before-after';
import { decimalsOf, formatAmount, formatExact, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { ChangedPosition as Shown, PerpetualMarketTerms } from '@/lib/dto/perpetual';

/** `position` as it was, and after what was done to it. */
type Changed = { position: Shown; after: Shown };

/** Returns what shows that something was changed of an open position. */
export function usePositionResult(terms: PerpetualMarketTerms): (changed: Changed & { title: string }) => void {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const show = useShowResult();
  return ({ title, position, after }) =>
    show({
      title,
      lead: `${t(position.side === 'long' ? 'longIn' : 'shortIn', { market: position.symbol.replace('-', '/') })} · ${formatExact(after.quantity, locale)}\u00a0${terms.base}`,
      facts: <ChangedPosition after={after} position={position} terms={terms} />,
    });
}

/** A position before and after: its triggers, its margin and what follows from it. */
function ChangedPosition({ position, after, terms }: Changed & { terms: PerpetualMarketTerms }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const rows = (of: Shown) => {
    const price = (value: string | null) =>
      value === null ? t('none') : formatPrice(value, { locale, decimals: decimalsOf(terms.tickSize) });
    return {
      takeProfit: price(of.takeProfit),
      stopLoss: price(of.stopLoss),
      leverage: t('times', { leverage: of.leverage }),
      margin: `${formatAmount(of.margin, { locale })}\u00a0${terms.quote}`,
      liquidation: price(of.liquidationPrice),
    };
  };
  const [was, is] = [rows(position), rows(after)];
  const keys = ['takeProfit', 'stopLoss', 'leverage', 'margin', 'liquidation'] as const;
  return (
    <Receipt>
      {keys.map((key) => (
        <ReceiptRow key={key} label={t(key)} value={<BeforeAfter after={is[key]} before={was[key]} />} />
      ))}
    </Receipt>
  );
}
