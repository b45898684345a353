'use client';
import { useTranslations } from 'next-intl';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FocusedHeading } from '@/components/ui/focused-heading';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';
import type { Converted } from '@/lib/dto/convert';
import { QuoteReceipt } from './quote-receipt';

/** What was converted, and where it is written down. */
export function ConvertDone({ converted, feeRate, onAgain }: { converted: Converted; feeRate: string; onAgain: () => void }) {
  const t = useTranslations('Convert');
  return (
    <div className="grid grid-cols-1 gap-5">
      <FocusedHeading className="flex items-center gap-2 text-title">
        <span className="text-up">
          <Icon name="check" />
        </span>
        {t('done')}
      </FocusedHeading>
      <Card>
        <QuoteReceipt feeRate={feeRate} line={converted} />
      </Card>
      {converted.reference === '' ? null : (
        <Link className={buttonClass({ variant: 'ghost' })} href={`/recorddetails?ref=${encodeURIComponent(converted.reference)}`}>
          {t('toRecord')}
        </Link>
      )}
      <Button onClick={onAgain}>{t('again')}</Button>
    </div>
  );
}
