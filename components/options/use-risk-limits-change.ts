'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { LimitedProduct } from '@/lib/protocol/wire';
import { queryKeys } from '@/lib/query/keys';
import { type UseWrite, useWrite } from '@/lib/query/use-write';

type RiskLimitsWrite = 'riskLimitsConsent' | 'riskLimitsTest' | 'riskLimitsPause' | 'riskLimitsChange';

/** Sends a change of consent, test, break or limits from the screen of a product and shows the answer as the newest state. */
export function useRiskLimitsChange<Id extends RiskLimitsWrite>(id: Id, product: LimitedProduct, onDone?: () => void): UseWrite<Id> {
  const client = useQueryClient();
  return useWrite(id, {
    of: product,
    onDone: (riskLimits) => {
      client.setQueryData(queryKeys.riskLimits(product), riskLimits);
      onDone?.();
    },
  });
}
