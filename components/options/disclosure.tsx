'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatPercent } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import type { Guard } from '@/lib/dto/options';
import { useErrorText } from '@/lib/query/use-error-text';
import { useGuardChange } from './use-contracts';

/** What has to be read and accepted before the first contract. */
export function Disclosure({ guard, breakEven }: { guard: Guard; breakEven: string }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const errorText = useErrorText();
  const accept = useGuardChange('/api/options/consent');
  return (
    <Card>
      <div className="grid gap-3">
        <h2 className="text-title">{t('disclosureTitle')}</h2>
        <p className="text-small">{t('disclosureLoss')}</p>
        <p className="text-small">{t('disclosureOdds', { rate: formatPercent(breakEven, { locale, decimals: 1 }) })}</p>
        <p className="text-small">{t('disclosureMeans')}</p>
        <p className="font-strong text-small">{useLosersText(guard.losingShare)}</p>
        {accept.error === null ? null : (
          <Notice isAlert tone="danger">
            {errorText(accept.error)}
          </Notice>
        )}
        <Button isBusy={accept.isPending} onClick={() => accept.mutate({})}>
          {t('accept')}
        </Button>
      </div>
    </Card>
  );
}

/** Returns the sentence about losing accounts. */
export function useLosersText(share: string | null): string {
  const t = useTranslations('Options');
  const locale = useLocale();
  return share === null ? t('losersNone') : t('losers', { rate: formatPercent(share, { locale, decimals: 0 }) });
}
