'use client';
import { useLocale, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { AccountRecord } from '@/lib/dto/lists';
import { writeParts } from '@/lib/rules/punctuation';
import { directionOf, formatAmount } from './format';
import { LocalTime } from './local-time';
import { useRecordText } from './use-record-text';

type Props = { group: AccountRecord };

/** One journal of the ledger on a card of its own. */
export function JournalCard({ group }: Props) {
  return (
    <Card>
      <JournalLines group={group} />
    </Card>
  );
}

/** One journal with the lines of one account: change, and the balance after it. */
export function JournalLines({ group }: Props) {
  const t = useTranslations('Records');
  const codeText = useRecordText();
  const locale = useLocale();
  const amount = (value: string, sign: 'auto' | 'always' = 'auto') => formatAmount(value, { locale, decimalsMax: 8, sign });
  return (
    <>
      <p className="grid grid-cols-1 gap-0.5 pb-3">
        <b className="min-w-0 hyphens-auto">{codeText(group.type)}</b>
        <span className="text-ink-3 text-micro">
          {t('journal', { id: group.journalId })} · <LocalTime iso={group.at} locale={locale} />
        </span>
      </p>
      <Receipt>
        {group.entries.map((entry) => (
          <ReceiptRow
            key={entry.id}
            label={writeParts([entry.asset, t(`parts.${entry.part}`)], locale)}
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
    </>
  );
}
