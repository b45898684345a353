import * as accountTab from './account-tab';
import * as addressBook from './address-book';
import * as alerts from './alerts';
import * as amend from './amend';
import * as allowances from './allowances';
import * as balances from './balances';
import * as convert from './convert';
import * as creditScores from './credit-score';
import type { Call } from './define-call';
import * as deposits from './deposits';
import * as extensions from './extensions';
import * as favourites from './favourites';
import * as files from './files';
import * as holdings from './holdings';
import * as hosting from './hosting';
import * as identity from './identity';
import * as invitations from './invitations';
import * as help from './help';
import * as presale from './presale';
import * as proofs from './proofs';
import * as closing from './closing';
import * as dataExport from './data-export';
import * as protection from './protection';
import * as riskLimits from './risk-limits';
import * as liabilities from './liabilities';
import * as lists from './lists';
import * as loans from './loans';
import * as markets from './markets';
import * as notifications from './notifications';
import * as options from './options';
import * as perpetual from './perpetual';
import * as perpetualRecords from './perpetual-records';
import * as registry from './registry';
import * as requests from './requests';
import * as security from './security';
import * as sessions from './sessions';
import * as signIn from './sign-in';
import * as spot from './spot';
import * as fills from './fills';
import * as staking from './staking';
import * as status from './status';
import * as stepUp from './step-up';
import * as support from './support';
import * as vip from './vip';
import * as wires from './wires';
import * as withdrawals from './withdrawals';

const DOMAINS: readonly object[] = [
  signIn,
  balances,
  holdings,
  favourites,
  accountTab,
  convert,
  markets,
  spot,
  fills,
  lists,
  amend,
  options,
  riskLimits,
  perpetual,
  perpetualRecords,
  allowances,
  staking,
  hosting,
  loans,
  creditScores,
  deposits,
  withdrawals,
  wires,
  addressBook,
  notifications,
  status,
  liabilities,
  alerts,
  help,
  support,
  extensions,
  files,
  proofs,
  identity,
  invitations,
  vip,
  presale,
  requests,
  security,
  closing,
  dataExport,
  protection,
  sessions,
  stepUp,
  registry,
];

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'carrier' in value;
}

/** Every call of the protocol: the 56 of the table in their order, then the extensions. Server side only. */
export const CATALOGUE: readonly Call[] = DOMAINS.flatMap((domain) => Object.values(domain).filter(isCall)).sort(
  (a, b) => (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER),
);
