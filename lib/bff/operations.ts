import 'server-only';
import * as account from './account/account.endpoints';
import * as allowances from './allowances/allowances.endpoints';
import * as alerts from './alerts/alerts.endpoints';
import * as app from './app/app.endpoints';
import * as convert from './convert/convert.endpoints';
import * as deposits from './deposits/deposits.endpoints';
import * as help from './help/help.endpoints';
import * as wires from './wires/wires.endpoints';
import * as withdrawals from './withdrawals/withdrawals.endpoints';
import * as support from './support/support.endpoints';
import * as favourites from './favourites/favourites.endpoints';
import * as files from './files/files.endpoints';
import * as holdings from './holdings/holdings.endpoints';
import * as identity from './identity/identity.endpoints';
import * as invitations from './invitations/invitations.endpoints';
import * as presale from './presale/presale.endpoints';
import * as proofs from './proofs/proofs.endpoints';
import * as riskLimits from './risk-limits/risk-limits.endpoints';
import * as liabilities from './liabilities/liabilities.endpoints';
import * as lists from './lists/lists.endpoints';
import * as loans from './loans/loans.endpoints';
import * as market from './market/market.endpoints';
import * as notifications from './notifications/notifications.endpoints';
import type { Operation } from './operation';
import * as options from './options/options.endpoints';
import * as perpetual from './perpetual/perpetual.endpoints';
import * as requests from './requests/requests.endpoints';
import * as session from './session/session.endpoints';
import * as closing from './closing/closing.endpoints';
import * as dataExport from './data-export/data-export.endpoints';
import * as protection from './protection/protection.endpoints';
import * as security from './security/security.endpoints';
import * as sessions from './sessions/sessions.endpoints';
import * as spot from './spot/spot.endpoints';
import * as hosting from './hosting/hosting.endpoints';
import * as staking from './staking/staking.endpoints';
import * as status from './status/status.endpoints';
import * as stepUp from './step-up/step-up.endpoints';
import * as vip from './vip/vip.endpoints';

/** What stands behind every endpoint. The event stream, the file of fills and this document's own address are described in `openapi.ts`. */
export const OPERATIONS: readonly Operation[] = [
  session,
  market,
  lists,
  loans,
  account,
  allowances,
  holdings,
  favourites,
  proofs,
  files,
  identity,
  invitations,
  vip,
  presale,
  spot,
  options,
  riskLimits,
  perpetual,
  requests,
  security,
  closing,
  dataExport,
  protection,
  sessions,
  hosting,
  staking,
  status,
  liabilities,
  stepUp,
  notifications,
  alerts,
  convert,
  deposits,
  help,
  withdrawals,
  wires,
  support,
  app,
].flatMap((domain): Operation[] => Object.values(domain));
