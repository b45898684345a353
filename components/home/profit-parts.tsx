'use client';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatAmount } from '@/components/money/format';
import { HIDDEN_AMOUNT } from '@/components/money/hidden-amounts';
import type { Home } from '@/lib/dto/balances';

const PRODUCTS = ['coins', 'perpetual', 'seconds', 'earn'] as const;

/** What today's profit came of, one figure a product that moved; nothing on a day on which none did. */
export function ProfitParts({ parts, isHidden }: { parts: NonNullable<Home['todayByProduct']>; isHidden: boolean }) {
  const t = useTranslations('Home');
  const locale = useLocale();
  const moved = PRODUCTS.filter((product) => directionOf(parts[product]) !== 0);
  if (moved.length === 0) return null;
  return (
    <section aria-label={t('byProduct')}>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {moved.map((product) => (
          <div className="flex gap-1.5" key={product}>
            <dt className="text-ink-2">{t(`products.${product}`)}</dt>
            <dd className={isHidden ? '' : directionOf(parts[product]) > 0 ? 'text-up' : 'text-down'} suppressHydrationWarning>
              {isHidden ? HIDDEN_AMOUNT : formatAmount(parts[product], { locale, sign: 'always' })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
