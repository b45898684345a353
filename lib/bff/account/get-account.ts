import 'server-only';
import type { Account } from '../../dto/session';
import { userCenter } from '../../protocol/sign-in';
import { type Caller, callAs } from '../upstream';
import { reshapeAccount } from './reshape';

/** Returns the account facts of the signed-in user. @throws SESSION_REQUIRED */
export async function getAccount(caller: Caller): Promise<Account> {
  return reshapeAccount(await callAs(caller, userCenter, {}));
}
