'use client';
import { useLocale, useTranslations } from 'next-intl';
import * as api from '@/lib/api/loans';
import { useRead } from '@/lib/query/use-read';
import { LoadState } from '../layout/load-state';
import { formatExact } from '../money/format';
import { LocalTime } from '../money/local-time';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { SkeletonRows } from '../ui/skeleton';

/** What a credit score does, each change of it with its reason, and the limits that it gives. */
export function ScoreDetails() {
  const t = useTranslations('CreditScore');
  const locale = useLocale();
  const query = useRead(api.creditScore, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
      {({ changes, table }) => (
        <>
          <p className="text-ink-2 text-small">{t('text')}</p>
          {changes.length === 0 ? <p className="text-small">{t('noChanges')}</p> : null}
          <ul className="grid gap-2 text-small">
            {changes.map((change) => (
              <li className="flex flex-wrap justify-between gap-x-4" key={change.id}>
                <span>
                  {t(`reasons.${change.reason}`)}{' '}
                  <span className="text-ink-2">
                    <LocalTime iso={change.at} locale={locale} style="date" />
                  </span>
                </span>
                <span className="font-strong">
                  {change.change > 0 ? `+${change.change}` : change.change} → {change.score}
                </span>
              </li>
            ))}
          </ul>
          <h3 className="pt-2 font-strong">{t('table')}</h3>
          <Receipt>
            {table.map((row) => (
              <ReceiptRow
                key={row.score}
                label={t('tableFrom', { score: row.score })}
                value={`${formatExact(row.limit, locale)}\u00a0USDT`}
              />
            ))}
          </Receipt>
        </>
      )}
    </LoadState>
  );
}
