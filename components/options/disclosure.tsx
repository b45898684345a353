'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatPercent } from '@/components/money/format';
import { FormFooter } from '@/components/layout/form-footer';
import { Card } from '@/components/ui/card';
import type { LimitedProduct } from '@/lib/protocol/wire';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import { useRiskLimitsChange } from './use-risk-limits-change';

type Props = { product: LimitedProduct; texts: readonly string[]; losers: string | null };

/** What has to be read and accepted before the first contract: `texts` and the share of accounts that lost. */
export function Disclosure({ product, texts, losers }: Props) {
  const t = useTranslations('Options');
  const accept = useRiskLimitsChange(riskLimitsApi.riskLimitsConsent, product);
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
        <FormFooter label={t('accept')} onSend={() => accept.send({ product }, t('accept'))} write={accept} />
      </div>
    </Card>
  );
}

/** Returns the sentence about losing accounts. */
export function useLosersText(share: string | null, product: LimitedProduct = 'option'): string {
  const t = useTranslations('Options');
  const locale = useLocale();
  if (share !== null) return t('losers', { rate: formatPercent(share, { locale, decimals: 0 }) });
  return t(product === 'option' ? 'losersNone' : 'losersNonePerpetual');
}
