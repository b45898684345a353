import { readPictureAct } from '../modules/files/files';
import { approveIdentityAct, readIdentityAct, rejectIdentityAct, rejectLateIdentityAct } from '../modules/identity/identity';
import { approveLoanAct, rejectLoanAct } from '../modules/loans/loans';
import { followChainAct } from '../modules/deposits/deposits';
import { changeHelpAct, restoreHelpAct } from '../modules/help/help';
import { haltMarketAct, resumeMarketAct } from '../modules/halts/halts';
import { pauseNetworkAct, resumeNetworkAct } from '../modules/networks/networks';
import { createActs, OPERATOR_ACTS } from '../modules/operators/operators';
import { changeRegistryAct } from '../modules/registry/registry';
import { WITHDRAWAL_ACTS } from '../modules/withdrawals/withdrawals';
import { endAnnouncementAct, publishAnnouncementAct } from '../modules/announcements/announcements';
import {
  answerSupportAct,
  dropAnswerAct,
  handOverSupportAct,
  readSupportAct,
  readSupportPictureAct,
  saveAnswerAct,
} from '../modules/support/support';
import { cancelPresaleAct, changePresaleAct, openPresaleAct } from '../modules/presale/presale';
import { removeContestedFactorAct } from '../modules/security/security';
import { freezeAccountAct, unfreezeAccountAct } from '../modules/sessions/sessions';
import { fulfilVipClaimAct } from '../modules/vip/vip';
import { changeFeesAct } from './change-fees';
import { creditDepositAct, enterWireAct } from './credit-by-hand';
import { defundPoolAct, fundPoolAct } from './fund-pool';
import { answerProofAct } from '../modules/proofs/proofs';
import { creditWireAct, refuseWireAct } from '../modules/wires/wires';
import { rotateFilesKeyAct } from './identity-commands';
import { retryJobAct } from './retry-job';
import { noteIncidentAct } from '../modules/status/status';
import { retryEventAct, skipEventAct } from './event-acts';
import { prepareSweepAct, readCaseAct, readListAct, readReportAct, readUserAct } from './user-acts';

const IDENTITY_ACTS = [
  answerProofAct,
  readPictureAct,
  readIdentityAct,
  approveIdentityAct,
  rejectIdentityAct,
  rejectLateIdentityAct,
  rotateFilesKeyAct,
];

/** Every act that operators have, through one door. */
export const acts = createActs([
  ...OPERATOR_ACTS,
  fundPoolAct,
  defundPoolAct,
  retryJobAct,
  retryEventAct,
  skipEventAct,
  readUserAct,
  freezeAccountAct,
  unfreezeAccountAct,
  removeContestedFactorAct,
  readCaseAct,
  readListAct,
  readReportAct,
  prepareSweepAct,
  followChainAct,
  changeRegistryAct,
  changeFeesAct,
  ...IDENTITY_ACTS,
  ...WITHDRAWAL_ACTS,
  creditWireAct,
  refuseWireAct,
  creditDepositAct,
  enterWireAct,
  approveLoanAct,
  rejectLoanAct,
  readSupportAct,
  readSupportPictureAct,
  answerSupportAct,
  handOverSupportAct,
  saveAnswerAct,
  dropAnswerAct,
  publishAnnouncementAct,
  endAnnouncementAct,
  changeHelpAct,
  restoreHelpAct,
  fulfilVipClaimAct,
  openPresaleAct,
  changePresaleAct,
  cancelPresaleAct,
  noteIncidentAct,
  haltMarketAct,
  resumeMarketAct,
  pauseNetworkAct,
  resumeNetworkAct,
]);
