'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BuyContractInput, Contract, Guard } from '@/lib/dto/options';
import type { GuardedProduct, GuardBreak, GuardLimit } from '@/lib/protocol/wire';
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
  '/api/guard/consent': Record<never, never>;
  '/api/guard/test': { answers: boolean[] };
  '/api/guard/pause': { days: GuardBreak };
  '/api/guard/limits': { limits: Record<GuardLimit, string | null> };
};

/** Sends a change of consent, test, break or limits from the screen of a product and keeps the answer as the newest guard. */
export function useGuardChange<Path extends keyof GuardChanges>(path: Path, product: GuardedProduct) {
  const client = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (input: GuardChanges[Path]) => postJson<Guard>(path, { ...input, product, requestId: intent.requestIdFor(input) }),
    onSuccess: (guard) => {
      client.setQueryData(queryKeys.guard(product), guard);
      // Breaks and limits hold for the other product too.
      void client.invalidateQueries({ queryKey: queryKeys.guard(product === 'option' ? 'perpetual' : 'option') });
    },
    onSettled: (_answer, error) => intent.settle(error ?? undefined),
  });
}
