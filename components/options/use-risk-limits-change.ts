'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { LimitedProduct } from '@/lib/protocol/wire';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import type { WriteEndpoint } from '@/lib/api/define';
import type { RiskLimits } from '@/lib/dto/options';
import { readOptions } from '@/lib/query/reads';
import { type UseWrite, useWrite } from '@/lib/query/use-write';

/** Sends a change of consent, test, break or limits from the screen of a product and shows the answer as the newest state. */
export function useRiskLimitsChange<I>(
  endpoint: WriteEndpoint<I, RiskLimits>,
  product: LimitedProduct,
  onDone?: () => void,
): UseWrite<WriteEndpoint<I, RiskLimits>> {
  const client = useQueryClient();
  return useWrite(endpoint, {
    of: product,
    onDone: (riskLimits) => {
      client.setQueryData(readOptions(riskLimitsApi.riskLimits, { product }).queryKey, riskLimits);
      onDone?.();
    },
  });
}
