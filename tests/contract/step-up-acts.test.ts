import { expect, it } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { STEP_UP_ACTS, type StepUpAct } from '../../lib/rules/step-up';

/** Which calls ask for which confirmation; `/account` prints the acts. */
const ASKED_BY: Record<StepUpAct, readonly string[]> = {
  withdrawal: ['withdrawals.apply', 'x.withdraw'],
  address: ['x.addressKeep', 'x.addressOnlyKept'],
  addressRemoval: ['x.addressForget'],
  loan: ['loans.apply'],
  staking: ['staking.subscribe', 'x.stakingRenewal'],
  hosting: ['staking.subscribe'],
  limits: ['x.riskLimitsChange'],
  factor: ['account.twoFactor'],
  recoveryCodes: ['x.recoveryCodes'],
  passkey: ['x.passkeyBegin'],
  passkeyRemoval: ['x.passkeyRemove'],
  password: ['x.passwordChange'],
  email: ['x.emailChange'],
  wallet: ['x.walletLink'],
  walletRemoval: ['x.walletUnlink'],
  export: ['x.dataExportAsk'],
  exportDownload: ['x.dataExportOpen', 'x.dataExportPart'],
  closing: ['x.closeAccount'],
  phrase: ['x.phraseSet'],
  lock: ['x.settingsLock'],
};

it('every call that asks for a confirmation is of an act of the table, and every act is asked for', () => {
  const asking = CATALOGUE.filter(({ errors }) => errors.includes('STEP_UP_REQUIRED')).map(({ id }) => id);
  expect([...new Set(Object.values(ASKED_BY).flat())].sort()).toEqual(asking.sort());
  expect(Object.keys(ASKED_BY).sort()).toEqual([...STEP_UP_ACTS].sort());
});
