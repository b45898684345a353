'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/loans';
import { useRead } from '@/lib/query/use-read';
import { compareDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { LoadState } from '../layout/load-state';
import { formatExact } from '../money/format';
import { buttonClass } from '../ui/button';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { Sheet } from '../ui/sheet';
import { Skeleton } from '../ui/skeleton';
import { TextButton } from '../ui/text-button';
import { ScoreDetails } from './score-details';

/** What one may owe, why, and the way to be verified. */
export function CreditLimit() {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const query = useRead(api.loanStanding, {});
  const [isOpen, setOpen] = useState(false);
  return (
    <LoadState query={query} skeleton={<Skeleton className="h-36 rounded-card" />}>
      {({ isVerified, limit, owed, score }) => {
        const left = compareDecimals(limit, owed) > 0 ? subtractDecimals(limit, owed) : '0';
        return (
          <Card>
            <Receipt>
              <ReceiptRow label={t('limit')} value={`${formatExact(limit, locale)}\u00a0USDT`} />
              <ReceiptRow label={t('limitUsed')} value={`${formatExact(owed, locale)}\u00a0USDT`} />
              <ReceiptRow isSum label={t('limitLeft')} value={`${formatExact(left, locale)}\u00a0USDT`} />
            </Receipt>
            <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
              <TextButton disabled={false} onPress={() => setOpen(true)} text={t('why', { score })} />
              {isVerified ? (
                <span className="text-small text-up">{t('verified')}</span>
              ) : (
                <Link className={buttonClass({ variant: 'soft', size: 'small' })} href="/verification">
                  {t('verify')}
                </Link>
              )}
            </div>
            {isVerified ? null : <p className="pt-2 text-ink-2 text-small">{t('verifyText')}</p>}
            <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('whyTitle', { score })}>
              <ScoreDetails />
            </Sheet>
          </Card>
        );
      }}
    </LoadState>
  );
}
