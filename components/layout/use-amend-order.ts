'use client';
import * as perpetualApi from '@/lib/api/perpetual';
import * as spotApi from '@/lib/api/spot';
import type { BookKind } from '@/lib/protocol/wire';
import { useWrite } from '@/lib/query/use-write';

/** An order that rests alone in a book. */
export type AmendableOrder = { id: string; symbol: string; price: string; quantity: string; filledQuantity: string };

/** Returns the write that gives an open order another price or amount. */
export function useAmendOrder({ kind, id, onDone }: { kind: BookKind; id: string; onDone(): void }) {
  return useWrite(kind === 'spot' ? spotApi.amendOrder : perpetualApi.amendPerpetual, { of: id, onDone });
}
