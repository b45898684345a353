'use client';
import { useLocale, useTranslations } from 'next-intl';
import { writeParts } from '@/lib/rules/punctuation';
import { nextSort, SORT_KEYS, type Sort } from './market-sort';

/** In a large window the rows are a table: a button stands above its column. The star is as wide as the room at the end. */
const WIDE =
  '@4xl/markets:mx-0 @4xl/markets:grid @4xl/markets:grid-cols-[2.25rem_minmax(0,1.5fr)_repeat(5,minmax(0,1fr))_6rem] @4xl/markets:gap-x-3 @4xl/markets:pe-[2.125rem]';

/** Names of the columns as sort buttons; a second tap reverses, a third restores the published order. */
export function SortBar({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const t = useTranslations('Market');
  const locale = useLocale();
  return (
    <fieldset
      aria-label={t('sortBy')}
      className={`-mx-2 flex flex-wrap items-center justify-between gap-x-1 md:justify-start md:gap-x-4 ${WIDE}`}
    >
      {SORT_KEYS.map((key) => {
        const isOn = sort?.key === key;
        const direction = isOn ? (sort.descending ? t('descending') : t('ascending')) : '';
        return (
          <button
            aria-label={writeParts([t(`sort.${key}`), ...(isOn ? [direction] : [])], locale)}
            aria-pressed={isOn}
            className={`inline-flex min-h-11 min-w-11 items-center gap-1 px-2 text-micro @4xl/markets:justify-end @4xl/markets:px-0 @4xl/markets:first:col-span-2 @4xl/markets:first:justify-start @4xl/markets:last-of-type:col-start-7 ${isOn ? 'font-strong text-ink-1' : 'text-ink-3'}`}
            key={key}
            onClick={() => onChange(nextSort(sort, key))}
            type="button"
          >
            {t(`sort.${key}`)}
            <SortMark state={isOn ? (sort.descending ? 'down' : 'up') : 'none'} />
          </button>
        );
      })}
      <WideHead place="col-start-5">{t('high24')}</WideHead>
      <WideHead place="col-start-6">{t('low24')}</WideHead>
    </fieldset>
  );
}

function WideHead({ place, children }: { place: 'col-start-5' | 'col-start-6'; children: string }) {
  return <span className={`row-start-1 hidden text-end text-ink-3 text-micro @4xl/markets:block ${place}`}>{children}</span>;
}

/** Two small triangles; the one of the direction in force is solid. */
export function SortMark({ state }: { state: 'up' | 'down' | 'none' }) {
  return (
    <svg aria-hidden="true" fill="currentColor" height="10" viewBox="0 0 8 12" width="7">
      <path d="M0 5 4 0l4 5z" opacity={state === 'up' ? 1 : 0.35} />
      <path d="M0 7l4 5 4-5z" opacity={state === 'down' ? 1 : 0.35} />
    </svg>
  );
}
