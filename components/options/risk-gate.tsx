'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Guard } from '@/lib/dto/options';
import type { GuardedProduct } from '@/lib/protocol/wire';
import { guardQuery } from '@/lib/query/queries';
import { BreakNotice } from './break-form';
import { Disclosure } from './disclosure';
import { GuardTest } from './guard-test';
import { LimitsForm } from './limits-form';

type Props = {
  product: GuardedProduct;
  guard: Guard;
  coin: string;
  /** For a product that isn't offered everywhere. */
  notOffered?: string;
  disclosure: readonly string[];
  questions: readonly string[];
  children: ReactNode;
};

/** Disclosure, test, break, ticket: the first of them that applies. The exchange checks the same in each purchase. */
export function RiskGate({ product, guard, coin, notOffered, disclosure, questions, children }: Props) {
  if (!guard.isOffered) return <Notice tone="warn">{notOffered}</Notice>;
  if (guard.acceptedAt === null) return <Disclosure losers={guard.losingShare} product={product} texts={disclosure} />;
  if (guard.pausedUntil === null && guard.testPassedAt === null) return <GuardTest guard={guard} product={product} questions={questions} />;
  return (
    <>
      {guard.pausedUntil === null ? children : <BreakNotice until={guard.pausedUntil} />}
      <LimitsForm coin={coin} guard={guard} product={product} />
    </>
  );
}

/** The gate before the ticket of perpetual contracts; `coin` is what they are settled in. */
export function PerpetualGate({ coin, children }: { coin: string; children: ReactNode }) {
  const t = useTranslations('Perpetual');
  const options = useTranslations('Options');
  const guard = useQuery(guardQuery('perpetual'));
  return (
    <LoadState query={guard} skeleton={<SkeletonRows count={3} label={options('loading')} />}>
      {(state) => (
        <RiskGate
          coin={coin}
          disclosure={[t('disclosureLeverage'), t('disclosureLiquidation'), t('disclosureMeans')]}
          guard={state}
          product="perpetual"
          questions={[t('test1'), t('test2'), t('test3'), t('test4'), t('test5')]}
        >
          {children}
        </RiskGate>
      )}
    </LoadState>
  );
}
