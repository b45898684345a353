import * as account from './account';
import * as allowances from './allowances';
import * as alerts from './alerts';
import * as app from './app';
import * as convert from './convert';
import * as deposits from './deposits';
import type { Endpoint } from './define';
import * as help from './help';
import * as support from './support';
import * as favourites from './favourites';
import * as files from './files';
import * as holdings from './holdings';
import * as identity from './identity';
import * as invitations from './invitations';
import * as presale from './presale';
import * as proofs from './proofs';
import * as riskLimits from './risk-limits';
import * as liabilities from './liabilities';
import * as lists from './lists';
import * as loans from './loans';
import * as market from './market';
import * as notifications from './notifications';
import * as options from './options';
import * as perpetual from './perpetual';
import * as requests from './requests';
import * as session from './session';
import * as signIn from './sign-in';
import * as closing from './closing';
import * as dataExport from './data-export';
import * as protection from './protection';
import * as security from './security';
import * as sessions from './sessions';
import * as spot from './spot';
import * as hosting from './hosting';
import * as staking from './staking';
import * as status from './status';
import * as stepUp from './step-up';
import * as vip from './vip';
import * as wires from './wires';
import * as withdrawals from './withdrawals';

/** Every JSON endpoint of the app. For the server and tests: a browser imports those that it asks. */
export const ENDPOINTS: readonly Endpoint[] = [
  session,
  signIn,
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
].flatMap((domain): Endpoint[] => Object.values(domain));
