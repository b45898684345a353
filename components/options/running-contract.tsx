'use client';
import { useLocale, useTranslations } from 'next-intl';
import { compareDecimals } from '../../lib/rules/decimal';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Contract } from '@/lib/dto/options';
import { useTicker } from '@/lib/stream/hooks';
import { Countdown, useTimeLeft } from './countdown';
import { durationText } from './option-ticket';

/** A contract that waits for its price or its result: countdown, and the live price against the purchase price. */
export function RunningContract({ contract, tickSize }: { contract: Contract; tickSize?: string }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const ticker = useTicker(contract.symbol);
  const [base = '', quote = ''] = contract.symbol.split('-');
  const decimals = tickSize === undefined ? undefined : decimalsOf(tickSize);
  const { leftMs, doneShare } = useTimeLeft(contract);
  return (
    <Card>
      <div className="grid grid-cols-1 gap-3">
        <p className="two-ends items-baseline">
          <b className={contract.direction === 'up' ? 'text-up' : 'text-down'}>
            {t(contract.direction)} · {base}/{quote} · {durationText(contract.seconds, t)}
          </b>
          <span className="text-end font-strong" role="timer">
            <Countdown contract={contract} leftMs={leftMs} />
          </span>
        </p>
        <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-surface-2">
          <div className="h-full bg-accent" style={{ width: `${doneShare * 100}%` }} />
        </div>
        <Receipt>
          <ReceiptRow label={t('stake')} value={`${formatAmount(contract.stake, { locale })}\u00a0${quote}`} />
          <ReceiptRow label={t('strike')} value={contract.strike === null ? '–' : formatPrice(contract.strike, { locale, decimals })} />
          <ReceiptRow
            isSum
            label={standing(contract, ticker?.price, t)}
            value={ticker === undefined ? '–' : formatPrice(ticker.price, { locale, decimals })}
          />
        </Receipt>
      </div>
    </Card>
  );
}

function standing({ strike, direction }: Contract, price: string | undefined, t: ReturnType<typeof useTranslations<'Options'>>): string {
  if (strike === null || price === undefined) return t('now');
  const order = compareDecimals(price, strike);
  if (order === 0) return t('level');
  return t(order > 0 === (direction === 'up') ? 'ahead' : 'behind');
}
