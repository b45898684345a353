'use client';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatAmount } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { JournalGroup } from './group-entries';
import { useCodeText } from './use-code-text';

/** One journal of the ledger with the lines of its owner: change, and the balance after it. */
export function JournalCard({ group }: { group: JournalGroup }) {
  const t = useTranslations('Records');
  const codeText = useCodeText();
  const locale = useLocale();
  const amount = (value: string, sign: 'auto' | 'always' = 'auto') => formatAmount(value, { locale, decimalsMax: 8, sign });
  return (
    <Card>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 pb-3">
        <b className="min-w-0 hyphens-auto">{codeText(group.type)}</b>
        <span className="text-ink-3 text-micro">
          {t('journal', { id: group.journalId })} · <LocalTime iso={group.at} locale={locale} />
        </span>
      </p>
      <Receipt>
        {group.entries.map((entry) => (
          <ReceiptRow
            key={entry.id}
            label={`${entry.asset}, ${t(`parts.${entry.part}`)}`}
            value={
              <>
                <span className={directionOf(entry.amount) > 0 ? 'text-up' : ''} suppressHydrationWarning>
                  {amount(entry.amount, 'always')}
                </span>
                <span className="block font-plain text-ink-3 text-micro" suppressHydrationWarning>
                  {t('after', { balance: amount(entry.balance) })}
                </span>
              </>
            }
          />
        ))}
      </Receipt>
    </Card>
  );
}
