import 'server-only';
import type { BookKind } from '../../protocol/wire';
import { cancelAll as cancelAllCall } from '../../protocol/spot';
import { type Caller, callAs } from '../upstream';

/** Cancels all open orders of one kind, of one market or of all. @throws MARKET_UNKNOWN, FEATURE_NOT_OFFERED, OUTCOME_UNKNOWN */
export async function cancelAll(
  caller: Caller,
  { kind, symbol, requestId }: { kind: BookKind; symbol?: string; requestId: string },
): Promise<{ cancelled: number; left: number }> {
  return callAs(caller, cancelAllCall, { type: kind, market: symbol, request_id: requestId });
}
