import 'server-only';
import type { Balances } from '../../dto/balances';
import { purse } from '../../protocol/balances';
import { type Caller, callAs } from '../upstream';
import { reshapeBalances } from './reshape';

/** Returns what the user owns in the session's mode, with values in USDT. @throws SESSION_REQUIRED */
export async function getBalances(caller: Caller): Promise<Balances> {
  return reshapeBalances(await callAs(caller, purse, {}), caller.session.mode);
}
