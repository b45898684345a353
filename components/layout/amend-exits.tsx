'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import type { BookKind } from '@/lib/protocol/wire';
import { isSameDecimal } from '@/lib/rules/decimal';
import { offerStopLimit } from '@/lib/rules/spot-stops';
import type { AmendableOrder } from './amended-terms';
import type { Exits } from './exit-rows';

/** What is typed for take-profit and stop-loss, and what of it differs; an empty field takes one away. `hasExits`: the order can have some. */
export function useExitForm(order: AmendableOrder) {
  const [takeProfit, setTakeProfit] = useState(order.takeProfit ?? '');
  const [stopLoss, setStopLoss] = useState(order.stopLoss ?? '');
  const before: Exits = { takeProfit: order.takeProfit ?? null, stopLoss: order.stopLoss ?? null };
  const wanted: Exits = { takeProfit: finishAmount(takeProfit), stopLoss: finishAmount(stopLoss) };
  const differs = (name: keyof Exits) => !isSameDecimal(wanted[name], before[name]);
  const isWhole = (typed: string, read: string | null) => typed === '' || read !== null;
  return {
    typed: { takeProfit, stopLoss },
    setTakeProfit,
    setStopLoss,
    before,
    wanted,
    isWhole: isWhole(takeProfit, wanted.takeProfit) && isWhole(stopLoss, wanted.stopLoss),
    changed: {
      ...(differs('takeProfit') ? { takeProfit: wanted.takeProfit } : {}),
      ...(differs('stopLoss') ? { stopLoss: wanted.stopLoss } : {}),
    },
  };
}

export type ExitForm = ReturnType<typeof useExitForm>;

/** Returns the limit that comes with another stop-loss of a spot order, as the ticket offers it; nothing where there is none. */
export function limitOf(kind: BookKind, { changed }: ExitForm, tickSize: string | undefined): { stopLossLimit?: string } {
  if (kind !== 'spot' || typeof changed.stopLoss !== 'string' || tickSize === undefined) return {};
  return { stopLossLimit: offerStopLimit({ side: 'sell', stop: changed.stopLoss, tickSize }) };
}

type FieldProps = { kind: BookKind; symbol: string; exits: ExitForm; tickSize: string | undefined; isLocked: boolean };

export function ExitFields({ kind, symbol, exits, tickSize, isLocked }: FieldProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const coin = symbol.split('-')[1] ?? '';
  const decimals = tickSize === undefined ? {} : { decimals: decimalsOf(tickSize), decimalsAtRest: decimalsOf(tickSize) };
  const { stopLossLimit } = limitOf(kind, exits, tickSize);
  const shared = { ...decimals, disabled: isLocked, locale, placeholder: '–' };
  return (
    <>
      <AmountInput {...shared} label={t('takeProfit', { coin })} onChange={exits.setTakeProfit} value={exits.typed.takeProfit} />
      <AmountInput
        {...shared}
        hint={stopLossLimit === undefined ? undefined : t('stopLossLimit', { price: formatPrice(stopLossLimit, { locale }), coin })}
        label={t('stopLoss', { coin })}
        onChange={exits.setStopLoss}
        value={exits.typed.stopLoss}
      />
      <p className="text-ink-2 text-small">{t(kind === 'spot' ? 'amend.exitsSpot' : 'amend.exitsPerpetual')}</p>
    </>
  );
}
