'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Book, Market, Ticker } from '@/lib/dto/market';
import type { Mark, PerpetualOrder, PlacedPerpetual, PlacePerpetualInput, Position } from '@/lib/dto/perpetual';
import { postJson } from '@/lib/query/api-client';
import { queryKeys } from '@/lib/query/keys';
import { marksQuery } from '@/lib/query/perpetual-queries';
import { bookQuery } from '@/lib/query/queries';
import { useIntent } from '@/lib/query/use-intent';
import { useBook, useMark, useTicker } from '@/lib/stream/hooks';

export type PerpetualIntent = Omit<PlacePerpetualInput, 'requestId'>;

/** Sends one kind of write. The request id is made once per input: trying again after a time-out can't take effect twice. */
function usePerpetualWrite<Input extends object, Answer>(path: string) {
  const client = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (input: Input) => postJson<Answer>(path, { ...input, requestId: intent.requestIdFor(input) }),
    onSettled: (_answer, error) => {
      intent.settle(error ?? undefined);
      for (const queryKey of [queryKeys.ordersAll(), queryKeys.balances(), queryKeys.recordsAll()])
        void client.invalidateQueries({ queryKey });
    },
  });
}

export const usePlacePerpetual = () => usePerpetualWrite<PerpetualIntent, PlacedPerpetual>('/api/perpetual/orders');
export const useCancelPerpetual = () => usePerpetualWrite<{ orderId: string }, { order: PerpetualOrder }>('/api/perpetual/cancellations');
export const useClosePosition = () =>
  usePerpetualWrite<{ positionId: string; quantity?: string }, { order: PerpetualOrder }>('/api/perpetual/closings');
export const useMoveMargin = () =>
  usePerpetualWrite<{ positionId: string; change: 'add' | 'remove'; amount: string }, { position: Position }>('/api/perpetual/margin');
export const useSetLeverage = () =>
  usePerpetualWrite<{ positionId: string; leverage: number }, { position: Position }>('/api/perpetual/leverage');
export const useSetTriggers = () =>
  usePerpetualWrite<{ positionId: string; takeProfit: string | null; stopLoss: string | null }, { position: Position }>(
    '/api/perpetual/triggers',
  );

/** Returns the newest mark price and funding of a market: the stream's, or the first answer until then; undefined before both. */
export function useLiveMark(symbol: string): Mark | undefined {
  const live = useMark(symbol);
  const { data } = useQuery({ ...marksQuery(), enabled: live === undefined });
  return live ?? data?.marks.find((one) => one.symbol === symbol);
}

/** Returns the newest perpetual book of a market in the session's mode: the stream's, or the first answer until then. */
export function usePerpetualBook(symbol: string): Book | undefined {
  const live = useBook(symbol, 'perpetual');
  const { data } = useQuery({ ...bookQuery(symbol, 'perpetual'), enabled: live === undefined });
  return live ?? data;
}

/** Returns the newest ticker of a market: the stream's once it is the later one. */
export function useIndexTicker(market: Market): Ticker {
  const live = useTicker(market.symbol);
  return live !== undefined && live.updatedAt >= market.updatedAt ? live : market;
}
