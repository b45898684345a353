import 'server-only';
import { faucet } from '../../protocol/extensions';
import { type Caller, callAs } from '../upstream';

/** Credits test money to the real account of a sandbox. @throws FAUCET_LIMIT, FEATURE_NOT_OFFERED, ASSET_UNKNOWN */
export async function claimFaucet(caller: Caller, input: { asset: string; requestId: string }): Promise<{ asset: string; amount: string }> {
  const { coin, amount } = await callAs(caller, faucet, { coin: input.asset, request_id: input.requestId });
  return { asset: coin, amount };
}
