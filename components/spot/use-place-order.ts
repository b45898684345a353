'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Order, PlaceOrderInput } from '@/lib/dto/spot';
import { postJson } from '@/lib/query/api-client';
import { queryKeys } from '@/lib/query/keys';
import { useIntent } from '@/lib/query/use-intent';

export type OrderIntent = Omit<PlaceOrderInput, 'requestId'>;

/** Places spot orders. The request id is made once per intent: trying again after a time-out can't place the order twice. */
export function usePlaceOrder() {
  const client = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (input: OrderIntent) =>
      postJson<{ order: Order }>('/api/spot/orders', { ...input, requestId: intent.requestIdFor(input) } satisfies PlaceOrderInput),
    onSettled: (_answer, error) => {
      intent.settle(error ?? undefined);
      for (const queryKey of [queryKeys.ordersAll(), queryKeys.balances(), queryKeys.recordsAll()])
        void client.invalidateQueries({ queryKey });
    },
  });
}

/** Cancels one order; the same care for its request id. */
export function useCancelOrder() {
  const client = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (orderId: string) =>
      postJson<{ order: Order }>('/api/spot/cancellations', { orderId, requestId: intent.requestIdFor(orderId) }),
    onSettled: (_answer, error) => {
      intent.settle(error ?? undefined);
      for (const queryKey of [queryKeys.ordersAll(), queryKeys.balances(), queryKeys.recordsAll()])
        void client.invalidateQueries({ queryKey });
    },
  });
}
