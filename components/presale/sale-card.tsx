'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Presale } from '@/lib/dto/presale';
import { isBuyable } from '@/lib/rules/presale';
import { writeRange } from '@/lib/rules/punctuation';

const SHARE_DECIMALS = 4;

/** One sale: price, supply, how much is sold, bounds and times; `children` is what can be done with it. */
export function SaleCard({ presale, children }: { presale: Presale; children?: ReactNode }) {
  const t = useTranslations('Presale');
  const locale = useLocale();
  const { coin, price, supply, sold, mode, softCap, min, max, startsAt, endsAt, vesting, state, isSandbox } = presale;
  const count = (value: number) => formatExact(String(value), locale);
  const first = formatPercent(String(vesting.first / 100), { locale, decimals: 0 });
  // Where everything went back nobody has a share.
  const isShared = state !== 'refunded' && state !== 'cancelled';
  const isSoldOut = state === 'open' && !isBuyable(presale);
  const share = (sold / supply).toFixed(SHARE_DECIMALS);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="two-ends items-center">
        <span className="flex min-w-0 items-center gap-2.5">
          <CoinBadge coin={coin} size="small" />
          <b>{coin}</b>
        </span>
        <span className="text-ink-2 text-small">{isSoldOut ? t('soldOut') : t(`states.${state}`)}</span>
      </p>
      {isSandbox ? <p className="text-small text-warn">{t('sandbox')}</p> : null}
      <div>
        <div
          aria-label={t('soldBar')}
          aria-valuemax={supply}
          aria-valuemin={0}
          aria-valuenow={Math.min(sold, supply)}
          className="h-2 overflow-hidden rounded-full bg-surface-3"
          role="progressbar"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(100, (sold / supply) * 100)}%` }} />
        </div>
        <p className="two-ends pt-1 text-ink-2 text-small" suppressHydrationWarning>
          <span>{t('soldOf', { sold: count(sold), supply: count(supply) })}</span>
          <span>{formatPercent(share, { locale, decimals: 2 })}</span>
        </p>
        {sold > supply && isShared ? (
          <p className="pt-1 text-small text-warn">
            {t(state === 'ended' ? 'oversubscribedEnd' : 'oversubscribed', {
              share: formatPercent((supply / sold).toFixed(SHARE_DECIMALS), { locale, decimals: 2 }),
            })}
          </p>
        ) : null}
      </div>
      <Receipt>
        <ReceiptRow label={t('price')} value={`${formatExact(price, locale)}\u00a0USDT`} />
        <ReceiptRow label={t('bounds')} value={`${writeRange(count(min), count(max), locale)}\u00a0${coin}`} />
        {softCap === 0 ? null : <ReceiptRow label={t('softCap')} value={`${count(softCap)} ${coin}`} />}
        <ReceiptRow label={t('mode')} value={t(`modes.${mode}`)} />
        <ReceiptRow label={t('starts')} value={<LocalTime iso={startsAt} locale={locale} />} />
        <ReceiptRow label={t('ends')} value={<LocalTime iso={endsAt} locale={locale} />} />
        <ReceiptRow
          label={t('delivery')}
          value={
            vesting.parts === 0
              ? t('deliveryAtOnce')
              : t('deliveryParts', { first, parts: count(vesting.parts), days: count(vesting.days) })
          }
        />
      </Receipt>
      {children}
    </Card>
  );
}
