import type {
  emailChangeInputSchema,
  linkMessageInputSchema,
  linkMessageSchema,
  lockedSchema,
  lockInputSchema,
  newEmailInputSchema,
  phraseInputSchema,
  protectionSchema,
  walletLinkInputSchema,
} from '../dto/protection';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** What an owner sets to protect the account, and the ways in. */
export const protection: MemberRead<typeof nothing, typeof protectionSchema> = {
  id: 'protection',
  method: 'GET',
  access: 'member',
  path: '/api/protection',
  topic: 'protection',
  fresh: 'own',
};
export const phraseSet: MemberWrite<typeof phraseInputSchema, typeof doneSchema> = {
  id: 'phraseSet',
  method: 'POST',
  access: 'member',
  path: '/api/protection/phrase',
  makesStale: ['protection'],
};
export const settingsLock: MemberWrite<typeof lockInputSchema, typeof lockedSchema> = {
  id: 'settingsLock',
  method: 'POST',
  access: 'member',
  path: '/api/protection/lock',
  makesStale: ['protection'],
};
export const newEmailCode: MemberWrite<typeof newEmailInputSchema, typeof doneSchema> = {
  id: 'newEmailCode',
  method: 'POST',
  access: 'member',
  path: '/api/protection/email/code',
};
export const emailChange: MemberWrite<typeof emailChangeInputSchema, typeof doneSchema> = {
  id: 'emailChange',
  method: 'POST',
  access: 'member',
  path: '/api/protection/email',
  makesStale: ['protection', 'security', 'sessions', 'account'],
};
export const linkMessage: MemberWrite<typeof linkMessageInputSchema, typeof linkMessageSchema> = {
  id: 'linkMessage',
  method: 'POST',
  access: 'member',
  path: '/api/protection/wallet/message',
};
export const walletLink: MemberWrite<typeof walletLinkInputSchema, typeof doneSchema> = {
  id: 'walletLink',
  method: 'POST',
  access: 'member',
  path: '/api/protection/wallet',
  makesStale: ['protection', 'security', 'sessions'],
};
export const walletUnlink: MemberWrite<typeof nothing, typeof doneSchema> = {
  id: 'walletUnlink',
  method: 'POST',
  access: 'member',
  path: '/api/protection/wallet/remove',
  makesStale: ['protection', 'security', 'sessions'],
};
