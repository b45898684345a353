'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { decimalsOf, formatPercent, formatPrice } from '@/components/money/format';
import { clockText, useCountdown } from '@/components/money/use-countdown';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { FundingSheet } from './funding-sheet';
import { useLiveMark } from './use-perpetual';

/** Rates of an interval are small: four decimals of a percent. */
const RATE_DECIMALS = 4;

/** The mark price, and the funding rate with its countdown; a tap shows the formula and what was exchanged so far. */
export function MarkStrip({ terms }: { terms: PerpetualMarketTerms }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const mark = useLiveMark(terms.symbol);
  const leftMs = useCountdown(mark?.nextFundingAt);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <dl className="flex flex-wrap justify-between gap-x-4 text-small">
        <div>
          <dt className="text-ink-3 text-micro">{t('mark')}</dt>
          <dd className="font-strong" suppressHydrationWarning>
            {mark === undefined ? '–' : formatPrice(mark.markPrice, { locale, decimals: decimalsOf(terms.tickSize) })}
          </dd>
        </div>
        <div className="ms-auto text-end">
          <dt className="text-ink-3 text-micro">{t('fundingIn')}</dt>
          <dd>
            <button
              aria-haspopup="dialog"
              className="relative inline-flex flex-wrap items-center justify-end gap-x-1.5 font-strong text-accent before:absolute before:-inset-3.5"
              onClick={() => setOpen(true)}
              type="button"
            >
              <span suppressHydrationWarning>
                {mark === undefined ? '–' : formatPercent(mark.fundingRate, { locale, decimals: RATE_DECIMALS, sign: 'always' })}
              </span>
              <span className="font-plain text-ink-2" suppressHydrationWarning>
                {leftMs === null ? '' : clockText(leftMs)}
              </span>
              <Icon name="info" size={16} />
              <span className="sr-only">{t('fundingHow')}</span>
            </button>
          </dd>
        </div>
      </dl>
      <Sheet closeLabel={spot('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('fundingTitle')}>
        <FundingSheet mark={mark} terms={terms} />
      </Sheet>
    </>
  );
}
