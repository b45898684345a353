'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatPercent } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import type { GuardedProduct } from '@/lib/protocol/wire';
import { useErrorText } from '@/lib/query/use-error-text';
import { useGuardChange } from './use-contracts';

type Props = { product: GuardedProduct; texts: readonly string[]; losers: string | null };

/** What has to be read and accepted before the first contract: `texts` and the share of accounts that lost. */
export function Disclosure({ product, texts, losers }: Props) {
  const t = useTranslations('Options');
  const errorText = useErrorText();
  const accept = useGuardChange('/api/guard/consent', product);
  return (
    <Card>
      <div className="grid grid-cols-1 gap-3">
        <h2 className="text-title">{t('disclosureTitle')}</h2>
        {texts.map((text) => (
          <p className="text-small" key={text}>
            {text}
          </p>
        ))}
        <p className="font-strong text-small">{useLosersText(losers, product)}</p>
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
export function useLosersText(share: string | null, product: GuardedProduct = 'option'): string {
  const t = useTranslations('Options');
  const locale = useLocale();
  if (share !== null) return t('losers', { rate: formatPercent(share, { locale, decimals: 0 }) });
  return t(product === 'option' ? 'losersNone' : 'losersNonePerpetual');
}
