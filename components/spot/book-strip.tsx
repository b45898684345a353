'use client';
import { useLocale, useTranslations } from 'next-intl';
import { decimalsOf, formatExact, formatPercent, formatPrice } from '@/components/money/format';
import { subtractDecimals } from '@/lib/rules/decimal';

type Props = {
  bid: string | undefined;
  ask: string | undefined;
  tickSize: string;
  groups: readonly string[];
  group: number;
  onGroup(group: number): void;
  isSummed: boolean;
  onSummed(isSummed: boolean): void;
};

const LOOK = 'min-h-9 min-w-11 rounded-small bg-surface-2 px-2.5 font-strong text-ink-2 text-micro';
/** As large as a finger, and looks like its neighbour: a picker has no box around it that could be pressed in its place. */
const PICKER = `${LOOK} bg-clip-padding pointer-coarse:-my-1 pointer-coarse:min-h-11 pointer-coarse:border-transparent pointer-coarse:border-y-4`;

/** How far the best prices are apart, how prices are grouped, and whether sizes are of a level or down to it. */
export function BookStrip({ bid, ask, tickSize, groups, group, onGroup, isSummed, onSummed }: Props) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const spread = bid === undefined || ask === undefined ? null : subtractDecimals(ask, bid);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2">
      <p className="text-ink-3 text-micro" suppressHydrationWarning>
        {t('spread')}{' '}
        {spread === null ? (
          '–'
        ) : (
          <>
            <b className="text-ink-2">{formatPrice(spread, { locale, decimals: decimalsOf(tickSize) })}</b>{' '}
            {formatPercent((Number(spread) / Number(ask)).toFixed(6), { locale, decimals: 2 })}
          </>
        )}
      </p>
      <div className="flex items-center gap-2">
        <button
          aria-pressed={isSummed}
          className={`${LOOK} relative before:absolute before:inset-x-0 before:-inset-y-1 aria-pressed:bg-accent-soft aria-pressed:text-accent`}
          onClick={() => onSummed(!isSummed)}
          type="button"
        >
          {t('summed')}
        </button>
        <select aria-label={t('grouping')} className={PICKER} onChange={(event) => onGroup(Number(event.target.value))} value={group}>
          {groups.map((step, index) => (
            <option key={step} value={index}>
              {formatExact(step, locale)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
