import { useLocale, useTranslations } from 'next-intl';
import { formatPercent } from '@/components/money/format';
import { distanceTo } from './liquidation-distance';

/** From here on a bar is full: the liquidation is a long way off. */
const FAR = 0.5;
const NEAR = 0.1;

/** How far the mark price is from the liquidation, as a bar that empties towards it and in words. */
export function LiquidationBar({ mark, liquidation }: { mark: string; liquidation: string }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const distance = distanceTo({ mark, liquidation });
  const tone = distance < NEAR ? 'text-danger' : distance < FAR / 2 ? 'text-warn' : 'text-ink-2';
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${tone}`}>
      <svg
        aria-hidden="true"
        className="h-1.5 w-full overflow-hidden rounded-full bg-surface-2"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect fill="currentColor" height="1" width={Math.min(100, (distance / FAR) * 100)} />
      </svg>
      <p className="text-micro" suppressHydrationWarning>
        {t('distance', { percent: formatPercent(String(distance), { locale, decimals: 1 }) })}
      </p>
    </div>
  );
}
