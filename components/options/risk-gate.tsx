'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { LocalTime } from '@/components/money/local-time';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { optionGuardQuery } from '@/lib/query/queries';
import { Disclosure } from './disclosure';

/** Shows its children to those who have read and accepted the disclosure of perpetual contracts, and says where they aren't offered. */
export function PerpetualGate({ children }: { children: ReactNode }) {
  const t = useTranslations('Perpetual');
  const options = useTranslations('Options');
  const locale = useLocale();
  const guard = useQuery(optionGuardQuery('perpetual'));
  return (
    <LoadState query={guard} skeleton={<SkeletonRows count={3} label={options('loading')} />}>
      {(state) => {
        if (!state.isOffered) return <Notice tone="warn">{t('notOffered')}</Notice>;
        if (state.pausedUntil !== null) {
          return (
            <Notice>
              {t('paused')} <LocalTime iso={state.pausedUntil} locale={locale} />
            </Notice>
          );
        }
        if (state.acceptedAt !== null) return children;
        return (
          <Disclosure
            losers={state.losingShare}
            product="perpetual"
            texts={[t('disclosureLeverage'), t('disclosureLiquidation'), t('disclosureMeans')]}
          />
        );
      }}
    </LoadState>
  );
}
