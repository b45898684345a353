'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RiskLimits } from '@/lib/dto/options';
import type { LimitedProduct } from '@/lib/protocol/wire';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import { useRead } from '@/lib/query/use-read';
import { BreakNotice } from './break-form';
import { Disclosure } from './disclosure';
import { KnowledgeTest } from './knowledge-test';
import { LimitsForm } from './limits-form';

type Props = {
  product: LimitedProduct;
  riskLimits: RiskLimits;
  coin: string;
  /** For a product that isn't offered everywhere. */
  notOffered?: string;
  disclosure: readonly string[];
  questions: readonly string[];
  children: ReactNode;
};

/** Disclosure, test, break, ticket: the first of them that applies. The exchange checks the same in each purchase. */
export function RiskGate({ product, riskLimits, coin, notOffered, disclosure, questions, children }: Props) {
  if (!riskLimits.isOffered) return <Notice tone="warn">{notOffered}</Notice>;
  if (riskLimits.acceptedAt === null)
    return (
      <div data-gate>
        <Disclosure losers={riskLimits.losingShare} product={product} texts={disclosure} />
      </div>
    );
  if (riskLimits.pausedUntil === null && riskLimits.testPassedAt === null)
    return (
      <div data-gate={riskLimits.testFrom === null ? true : undefined}>
        <KnowledgeTest riskLimits={riskLimits} product={product} questions={questions} />
      </div>
    );
  return (
    <>
      {riskLimits.pausedUntil === null ? children : <BreakNotice until={riskLimits.pausedUntil} />}
      <LimitsForm coin={coin} riskLimits={riskLimits} product={product} />
    </>
  );
}

/** The gate before the ticket of perpetual contracts; `coin` is what they are settled in. */
export function PerpetualGate({ coin, children }: { coin: string; children: ReactNode }) {
  const t = useTranslations('Perpetual');
  const options = useTranslations('Options');
  const riskLimits = useRead(riskLimitsApi.riskLimits, { product: 'perpetual' });
  return (
    <LoadState query={riskLimits} skeleton={<SkeletonRows count={3} label={options('loading')} />}>
      {(state) => (
        <RiskGate
          coin={coin}
          disclosure={[t('disclosureLeverage'), t('disclosureLiquidation'), t('disclosureMeans')]}
          riskLimits={state}
          product="perpetual"
          questions={[t('test1'), t('test2'), t('test3'), t('test4'), t('test5')]}
        >
          {children}
        </RiskGate>
      )}
    </LoadState>
  );
}
