/** What an operator may be; one may have several roles. */
export const ROLES = ['support', 'reviewer', 'treasurer', 'product', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

type ActRow = {
  /** Who may ask for it. */
  roles: readonly Role[];
  /** Who may approve it, somebody else than who asked; empty: it is done at once. */
  approvers: readonly Role[];
};

/** Every act and look of an operator: who may do it, and who must agree. The command line and the console read this one table. */
export const ACTS = {
  'operators.add': { roles: ['admin'], approvers: ['admin'] },
  'operators.roles': { roles: ['admin'], approvers: ['admin'] },
  // Taking power away must not wait for anybody; giving it back does.
  'operators.suspend': { roles: ['admin'], approvers: [] },
  'operators.restore': { roles: ['admin'], approvers: ['admin'] },
  'operators.key': { roles: ['admin'], approvers: ['admin'] },
  'pools.fund': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'pools.defund': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'withdrawals.approve': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'withdrawals.refuse': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // Keeping money in while a wrong credit is looked at must not wait for anybody; letting it go does.
  'withdrawals.suspend': { roles: ['support', 'reviewer', 'treasurer', 'admin'], approvers: [] },
  'withdrawals.resume': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['reviewer', 'treasurer', 'admin'] },
  'withdrawals.again': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'withdrawals.pay': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // A chain that was replaced deeper than the exchange follows by itself.
  'networks.follow': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // Stopping payments must not wait for anybody; paying again does.
  'networks.pause': { roles: ['treasurer', 'product', 'admin'], approvers: [] },
  'networks.resume': { roles: ['treasurer', 'product', 'admin'], approvers: ['treasurer', 'admin'] },
  // An unsigned file moves nothing: who holds the keys reads it.
  'sweeps.prepare': { roles: ['treasurer', 'admin'], approvers: [] },
  // A job that was put aside does what it would have done anyway.
  'jobs.retry': { roles: ['product', 'admin'], approvers: [] },
  // An event that was put aside does what it would have done anyway; leaving it undone for good takes two.
  'events.retry': { roles: ['product', 'admin'], approvers: [] },
  'events.skip': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  'loans.approve': { roles: ['reviewer', 'admin'], approvers: ['treasurer', 'admin'] },
  // It moves no money to anybody: what was set aside goes back to the pool.
  'loans.reject': { roles: ['reviewer', 'admin'], approvers: [] },
  'registry.change': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  // What trading costs; its members are told by the act itself.
  'fees.change': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  // A look at somebody's picture or details leaves a row in the log.
  'files.read': { roles: ['reviewer', 'admin'], approvers: [] },
  'files.rotate-key': { roles: ['admin'], approvers: [] },
  'identity.read': { roles: ['reviewer', 'admin'], approvers: [] },
  'identity.approve': { roles: ['reviewer', 'admin'], approvers: [] },
  'identity.reject': { roles: ['reviewer', 'admin'], approvers: [] },
  'identity.reject-late': { roles: ['reviewer', 'admin'], approvers: ['reviewer', 'admin'] },
  // What everybody is told is read by two; taking it back waits for nobody.
  'announcements.publish': { roles: ['support', 'product', 'admin'], approvers: ['product', 'admin'] },
  'announcements.end': { roles: ['support', 'product', 'admin'], approvers: [] },
  // Taking no new trades must not wait for anybody; taking them again does. Neither touches a price.
  'markets.halt': { roles: ['treasurer', 'product', 'admin'], approvers: [] },
  'markets.resume': { roles: ['treasurer', 'product', 'admin'], approvers: ['treasurer', 'product', 'admin'] },
  'incidents.note': { roles: ['support', 'product', 'admin'], approvers: ['support', 'product', 'admin'] },
  // A text of the help centre says what is done with people's money: it is read by two, also where what ships comes back.
  'help.change': { roles: ['support', 'product', 'admin'], approvers: ['product', 'admin'] },
  'help.restore': { roles: ['support', 'product', 'admin'], approvers: ['product', 'admin'] },
  // What somebody wrote to support is read with a reason; answering moves nothing.
  'support.read': { roles: ['support', 'admin'], approvers: [] },
  'support.picture': { roles: ['support', 'admin'], approvers: [] },
  'support.answer': { roles: ['support', 'admin'], approvers: [] },
  'support.hand-over': { roles: ['support', 'admin'], approvers: [] },
  'support.save-answer': { roles: ['support', 'product', 'admin'], approvers: [] },
  'support.drop-answer': { roles: ['support', 'product', 'admin'], approvers: [] },
  // A sale makes tokens and takes members' money for them: its terms are read by two.
  'presale.open': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  'presale.change': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  'presale.cancel': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  // What a level of VIP promises besides money is handed over outside the ledger.
  'vip.fulfil': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // No answer moves money; two agree on it all the same.
  'proofs.answer': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['reviewer', 'treasurer', 'admin'] },
  // Money that the bank shows is credited by hand, by two.
  'wires.credit': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'wires.refuse': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // A look at somebody's account leaves a row in the log.
  'users.read': { roles: ['support', 'reviewer', 'treasurer', 'auditor', 'admin'], approvers: [] },
  // Stopping somebody who was robbed must not wait for anybody; giving the account back does.
  'account.freeze': { roles: ['support', 'reviewer', 'treasurer', 'admin'], approvers: [] },
  'account.unfreeze': { roles: ['support', 'reviewer', 'admin'], approvers: ['reviewer', 'admin'] },
  // Whoever lost an account to somebody who bound an authenticator gets it back by two who looked who they are.
  'account.remove-factor': { roles: ['support', 'reviewer', 'admin'], approvers: ['reviewer', 'admin'] },
  // A list that names members is a look too; a table that is taken away needs a reason.
  'cases.read': { roles: ['support', 'reviewer', 'treasurer', 'admin'], approvers: [] },
  'lists.read': { roles: ROLES, approvers: [] },
  'reports.read': { roles: ['treasurer', 'auditor', 'admin'], approvers: [] },
  'requests.read': { roles: ROLES, approvers: [] },
  'requests.refuse': { roles: ROLES, approvers: [] },
  'log.read': { roles: ['auditor', 'admin'], approvers: [] },
} as const satisfies Record<string, ActRow>;

export type ActName = keyof typeof ACTS;

/** True when one of the roles may ask for the act. */
export function mayAct(roles: readonly string[], act: ActName): boolean {
  return ACTS[act].roles.some((role) => roles.includes(role));
}

/** True when one of the roles may approve the act, asked for by somebody else. */
export function mayApprove(roles: readonly string[], act: ActName): boolean {
  const approvers: readonly Role[] = ACTS[act].approvers;
  return approvers.some((role) => roles.includes(role));
}

/** True when the act is done only after a second operator has agreed. */
export function needsApproval(act: ActName): boolean {
  return ACTS[act].approvers.length > 0;
}
