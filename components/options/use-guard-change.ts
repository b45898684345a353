'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { GuardedProduct } from '@/lib/protocol/wire';
import { queryKeys } from '@/lib/query/keys';
import { type UseWrite, useWrite } from '@/lib/query/use-write';

type GuardWrite = 'guardConsent' | 'guardTest' | 'guardPause' | 'guardLimits';

/** Sends a change of consent, test, break or limits from the screen of a product and shows the answer as the newest guard. */
export function useGuardChange<Id extends GuardWrite>(id: Id, product: GuardedProduct, onDone?: () => void): UseWrite<Id> {
  const client = useQueryClient();
  return useWrite(id, {
    of: product,
    onDone: (guard) => {
      client.setQueryData(queryKeys.guard(product), guard);
      onDone?.();
    },
  });
}
