import type { ErrorCode } from '../../lib/protocol/errors';

const STEP_UP_TICKET = `e30.${'a'.repeat(43)}`;

/** Requests to what protects an account: none of them succeeds without a person's help. */
export const SECURITY_EXAMPLES: Record<string, { fields?: Record<string, string>; refusal?: ErrorCode }> = {
  'x.stepUpStart': { fields: { ticket: STEP_UP_TICKET, way: 'mail' }, refusal: 'STEP_UP_EXPIRED' },
  'x.stepUp': { fields: { ticket: STEP_UP_TICKET, way: 'mail', code: '123456' }, refusal: 'STEP_UP_EXPIRED' },
  'account.twoFactor': { refusal: 'STEP_UP_REQUIRED' },
  'account.changeTwoFactor': { fields: { code: '123456' }, refusal: 'TWO_FACTOR_EXPIRED' },
  'x.recoveryCodes': { refusal: 'TWO_FACTOR_WRONG' },
  'x.security': {},
  'x.mailedLink': { fields: { token: `${'a'.repeat(32)}.${'a'.repeat(43)}`, act: 'freeze' }, refusal: 'LINK_INVALID' },
  'x.passkeyBegin': { refusal: 'STEP_UP_REQUIRED' },
  'x.passkeyAdd': { fields: { name: 'Phone', response: '{"id":"x"}' }, refusal: 'PASSKEY_WRONG' },
  'x.passkeyRemove': { fields: { id: '1' }, refusal: 'STEP_UP_REQUIRED' },
  'x.passkeyOptions': {},
  'x.closing': {},
  'x.dataExport': {},
  'x.dataExportAsk': { refusal: 'STEP_UP_REQUIRED' },
  'x.dataExportOpen': { refusal: 'NOT_FOUND' },
  'x.dataExportPart': { fields: { id: '1', part: '0' }, refusal: 'NOT_FOUND' },
  'x.protection': {},
  'x.phraseSet': { fields: { phrase: 'blue teapot' }, refusal: 'STEP_UP_REQUIRED' },
  'x.settingsLock': { fields: { days: '1' }, refusal: 'STEP_UP_REQUIRED' },
  'x.emailChange': { fields: { email: 'ada@mail.example', code: '123456' }, refusal: 'MAIL_CODE_WRONG' },
  'x.walletLink': {
    fields: { address: `0x${'1'.repeat(40)}`, message: 'not signed', signature: '0x' },
    refusal: 'WALLET_SIGNATURE_WRONG',
  },
  'x.walletUnlink': { refusal: 'STEP_UP_REQUIRED' },
  'x.passkeyLogin': { fields: { response: '{"id":"x"}', is_cs: '1' }, refusal: 'PASSKEY_WRONG' },
};
