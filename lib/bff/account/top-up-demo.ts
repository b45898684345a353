import 'server-only';
import { demoTopUp } from '../../protocol/extensions';
import { type Caller, callAs } from '../upstream';

/** The demo account is filled up in this asset. */
const DEMO_ASSET = 'USDT';

/** Fills the demo account up to its first sum. @throws DEMO_FULL */
export async function topUpDemo(caller: Caller, input: { requestId: string }): Promise<{ asset: string; amount: string }> {
  const { amount } = await callAs(caller, demoTopUp, { request_id: input.requestId });
  return { asset: DEMO_ASSET, amount };
}
