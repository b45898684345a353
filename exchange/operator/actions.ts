import { readPictureAction } from '../modules/files/files';
import { approveIdentityAction, readIdentityAction, rejectIdentityAction, rejectLateIdentityAction } from '../modules/identity/identity';
import { approveLoanAction, rejectLoanAction } from '../modules/loans/loans';
import { followChainAction } from '../modules/deposits/deposits';
import { changeHelpAction, restoreHelpAction } from '../modules/help/help';
import { haltMarketAction, resumeMarketAction } from '../modules/halts/halts';
import { pauseNetworkAction, resumeNetworkAction } from '../modules/networks/networks';
import { createActions, OPERATOR_ACTIONS } from '../modules/operators/operators';
import { changeRegistryAction } from '../modules/registry/registry';
import { WITHDRAWAL_ACTIONS } from '../modules/withdrawals/withdrawals';
import { endAnnouncementAction, publishAnnouncementAction } from '../modules/announcements/announcements';
import {
  answerSupportAction,
  dropAnswerAction,
  handOverSupportAction,
  readSupportAction,
  readSupportPictureAction,
  saveAnswerAction,
} from '../modules/support/support';
import { cancelPresaleAction, changePresaleAction, openPresaleAction } from '../modules/presale/presale';
import { removeContestedFactorAction } from '../modules/security/security';
import { freezeAccountAction, unfreezeAccountAction } from '../modules/sessions/sessions';
import { fulfilVipClaimAction } from '../modules/vip/vip';
import { changeFeesAction } from './change-fees';
import { creditDepositAction, enterWireAction } from './credit-by-hand';
import { defundPoolAction, fundPoolAction } from './fund-pool';
import { answerProofAction } from '../modules/proofs/proofs';
import { creditWireAction, refuseWireAction } from '../modules/wires/wires';
import { rotateFilesKeyAction } from './identity-commands';
import { retryRowAction } from './put-aside';
import { retryJobAction } from './retry-job';
import { noteIncidentAction } from '../modules/status/status';
import { giveUpEventsAction } from './consumer-actions';
import { retryEventAction, skipEventAction } from './event-actions';
import { prepareSweepAction, readCaseAction, readListAction, readReportAction, readUserAction, runAuditAction } from './access-actions';

const IDENTITY_ACTS = [
  answerProofAction,
  readPictureAction,
  readIdentityAction,
  approveIdentityAction,
  rejectIdentityAction,
  rejectLateIdentityAction,
  rotateFilesKeyAction,
];

/** Every action that operators have, through one door. */
export const acts = createActions([
  ...OPERATOR_ACTIONS,
  fundPoolAction,
  defundPoolAction,
  retryJobAction,
  retryRowAction,
  retryEventAction,
  skipEventAction,
  giveUpEventsAction,
  readUserAction,
  freezeAccountAction,
  unfreezeAccountAction,
  removeContestedFactorAction,
  readCaseAction,
  readListAction,
  readReportAction,
  runAuditAction,
  prepareSweepAction,
  followChainAction,
  changeRegistryAction,
  changeFeesAction,
  ...IDENTITY_ACTS,
  ...WITHDRAWAL_ACTIONS,
  creditWireAction,
  refuseWireAction,
  creditDepositAction,
  enterWireAction,
  approveLoanAction,
  rejectLoanAction,
  readSupportAction,
  readSupportPictureAction,
  answerSupportAction,
  handOverSupportAction,
  saveAnswerAction,
  dropAnswerAction,
  publishAnnouncementAction,
  endAnnouncementAction,
  changeHelpAction,
  restoreHelpAction,
  fulfilVipClaimAction,
  openPresaleAction,
  changePresaleAction,
  cancelPresaleAction,
  noteIncidentAction,
  haltMarketAction,
  resumeMarketAction,
  pauseNetworkAction,
  resumeNetworkAction,
]);
