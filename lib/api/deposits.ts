import type {
  depositOptionsSchema,
  depositsQuerySchema,
  depositsSchema,
  findDepositSchema,
  foundDepositSchema,
  outsideSendInputSchema,
  outsideSentSchema,
  outsideWalletSchema,
} from '../dto/deposits';
import type { nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

const TOPIC = 'deposits';

/** Money that comes in over a chain. */
export const depositOptions: MemberRead<typeof nothing, typeof depositOptionsSchema> = {
  id: 'depositOptions',
  method: 'GET',
  access: 'member',
  path: '/api/deposits/options',
  topic: 'depositOptions',
  fresh: 'own',
};
export const deposits: MemberRead<typeof depositsQuerySchema, typeof depositsSchema> = {
  id: 'deposits',
  method: 'GET',
  access: 'member',
  path: '/api/deposits',
  topic: TOPIC,
  fresh: 'live',
};
export const findDeposit: MemberRead<typeof findDepositSchema, typeof foundDepositSchema> = {
  id: 'findDeposit',
  method: 'GET',
  access: 'member',
  path: '/api/deposits/find',
  topic: TOPIC,
  fresh: 'live',
};
export const outsideWallet: MemberRead<typeof nothing, typeof outsideWalletSchema> = {
  id: 'outsideWallet',
  method: 'GET',
  access: 'member',
  path: '/api/outside-wallet',
  topic: TOPIC,
  fresh: 'live',
};
export const outsideWalletSend: MemberWrite<typeof outsideSendInputSchema, typeof outsideSentSchema> = {
  id: 'outsideWalletSend',
  method: 'POST',
  access: 'member',
  path: '/api/outside-wallet/send',
  numbered: 'x.outsideWalletSend',
  makesStale: [TOPIC],
};
