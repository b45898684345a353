'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BuyContractInput, Contract, Guard } from '@/lib/dto/options';
import type { GuardedProduct, OptionBreak, OptionLimit } from '@/lib/protocol/wire';
import { postJson } from '@/lib/query/api-client';
import { queryKeys } from '@/lib/query/keys';
import { useIntent } from '@/lib/query/use-intent';

/** Buys seconds contracts. The request id is made once per input: trying again after a time-out can't buy twice. */
export function useBuyContract() {
  const client = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (input: Omit<BuyContractInput, 'requestId'>) =>
      postJson<{ contract: Contract }>('/api/options/contracts', {
        ...input,
        requestId: intent.requestIdFor(input),
      } satisfies BuyContractInput),
    onSettled: (_answer, error) => {
      intent.settle(error ?? undefined);
      for (const queryKey of [queryKeys.ordersAll(), queryKeys.balances(), queryKeys.recordsAll()])
        void client.invalidateQueries({ queryKey });
    },
  });
}

/** What each change of the guard carries besides its request id. */
type GuardChanges = {
  '/api/options/consent': { product: GuardedProduct };
  '/api/options/test': { answers: boolean[] };
  '/api/options/pause': { days: OptionBreak };
  '/api/options/limits': { limits: Record<OptionLimit, string | null> };
};

/** Sends a change of consent, test, break or limits and keeps the answer as the newest guard. */
export function useGuardChange<Path extends keyof GuardChanges>(path: Path, product: GuardedProduct = 'option') {
  const client = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (input: GuardChanges[Path]) => postJson<Guard>(path, { ...input, requestId: intent.requestIdFor(input) }),
    onSuccess: (guard) => client.setQueryData(queryKeys.optionGuard(product), guard),
    onSettled: (_answer, error) => intent.settle(error ?? undefined),
  });
}
