'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { decimalsOf, formatPercent, formatPrice } from '@/components/money/format';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { FundingSheet } from './funding-sheet';
import { clockText, useCountdown } from './use-countdown';
import { useLiveMark } from './use-perpetual';

/** Rates of an interval are small: four decimals of a percent. */
const RATE_DECIMALS = 4;

/** Mark and index price, and the funding rate with its countdown; a tap shows the formula and what was exchanged so far. */
export function MarkStrip({ terms }: { terms: PerpetualMarketTerms }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const mark = useLiveMark(terms.symbol);
  const leftMs = useCountdown(mark?.nextFundingAt);
  const [isOpen, setOpen] = useState(false);
  const decimals = decimalsOf(terms.tickSize);
  const price = (value: string | undefined) => (value === undefined ? '–' : formatPrice(value, { locale, decimals }));
  return (
    <>
      <dl className="grid grid-cols-[auto_auto_1fr] gap-x-5 text-small">
        <div>
          <dt className="text-ink-3 text-micro">{t('mark')}</dt>
          <dd className="font-strong" suppressHydrationWarning>
            {price(mark?.markPrice)}
          </dd>
        </div>
        <div>
          <dt className="text-ink-3 text-micro">{t('index')}</dt>
          <dd className="text-ink-2" suppressHydrationWarning>
            {price(mark?.indexPrice)}
          </dd>
        </div>
        <div className="text-end">
          <dt className="text-ink-3 text-micro">{t('funding')}</dt>
          <dd>
            <button
              aria-haspopup="dialog"
              className="relative inline-flex items-center gap-1.5 font-strong text-accent before:absolute before:-inset-3"
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
