import type { doneSchema, nothing } from '../dto/shared';
import type * as dto from '../dto/withdrawals';
import { CREDIT, type MemberRead, type MemberWrite, type PublicWrite } from './define';

const TOPIC = 'withdrawals';
const BOOK = 'addressBook';

/** Money that leaves over a chain, and the addresses that it may go to. */
export const withdrawalTerms: MemberRead<typeof nothing, typeof dto.withdrawalTermsSchema> = {
  id: 'withdrawalTerms',
  method: 'GET',
  access: 'member',
  path: '/api/withdrawals/terms',
  topic: TOPIC,
  fresh: 'own',
};
export const withdrawals: MemberRead<typeof dto.withdrawalsQuerySchema, typeof dto.withdrawalsSchema> = {
  id: 'withdrawals',
  method: 'GET',
  access: 'member',
  path: '/api/withdrawals',
  topic: TOPIC,
  fresh: 'live',
};
export const withdrawal: MemberRead<typeof dto.withdrawalQuerySchema, typeof dto.withdrawalDetailSchema> = {
  id: 'withdrawal',
  method: 'GET',
  access: 'member',
  path: '/api/withdrawals/one',
  topic: TOPIC,
  fresh: 'live',
};
export const withdraw: MemberWrite<typeof dto.withdrawInputSchema, typeof dto.withdrawalSchema> = {
  id: 'withdraw',
  method: 'POST',
  access: 'member',
  path: '/api/withdrawals/new',
  numbered: 'withdrawals.apply',
  makesStale: [TOPIC, ...CREDIT],
};
export const withdrawalCancel: MemberWrite<typeof dto.withdrawalCancelInputSchema, typeof dto.withdrawalSchema> = {
  id: 'withdrawalCancel',
  method: 'POST',
  access: 'member',
  path: '/api/withdrawals/cancel',
  makesStale: [TOPIC, ...CREDIT],
};
export const withdrawalCancelByLink: PublicWrite<typeof dto.cancelByLinkInputSchema, typeof doneSchema> = {
  id: 'withdrawalCancelByLink',
  method: 'POST',
  access: 'public',
  path: '/api/cancel-withdrawal',
};
export const addressBook: MemberRead<typeof nothing, typeof dto.addressBookSchema> = {
  id: 'addressBook',
  method: 'GET',
  access: 'member',
  path: '/api/address-book',
  topic: BOOK,
  fresh: 'own',
};
export const addressKeep: MemberWrite<typeof dto.addressKeepInputSchema, typeof dto.keptAddressSchema> = {
  id: 'addressKeep',
  method: 'POST',
  access: 'member',
  path: '/api/address-book/keep',
  makesStale: [BOOK],
};
export const addressForget: MemberWrite<typeof dto.addressForgetInputSchema, typeof doneSchema> = {
  id: 'addressForget',
  method: 'POST',
  access: 'member',
  path: '/api/address-book/forget',
  makesStale: [BOOK],
};
export const addressOnlyKept: MemberWrite<typeof dto.addressOnlyInputSchema, typeof dto.addressOnlySchema> = {
  id: 'addressOnlyKept',
  method: 'POST',
  access: 'member',
  path: '/api/address-book/only',
  makesStale: [BOOK, TOPIC],
};
