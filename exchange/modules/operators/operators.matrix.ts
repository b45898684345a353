/** What an operator may be; one may have several roles. */
export const ROLES = ['support', 'reviewer', 'treasurer', 'product', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * How often one operator does it alone within so long. `second`: beyond that, and where the action itself says so, somebody else who may ask for it agrees. `alarm`: it
 * goes on, to its bound if it has one. Either way it is an alarm.
 */
type Pace = {
  most: number;
  withinMs: number;
  beyond: 'second' | 'alarm';
  /** Of looks at one person each: so many within that time, then none. */
  bound?: number;
};
type ActionRow = {
  /** Who may ask for it. */
  roles: readonly Role[];
  /** Who may approve it, somebody else than who asked; empty: it is done at once. */
  approvers: readonly Role[];
  /** Of what is done at once: what one stolen session can do is bounded, or noticed. */
  pace?: Pace;
};

const HOUR_MS = 3_600_000;
const second = (most: number, hours: number): Pace => ({ most, withinMs: hours * HOUR_MS, beyond: 'second' });
const alarm = (most: number, hours: number): Pace => ({ most, withinMs: hours * HOUR_MS, beyond: 'alarm' });
const LOOKS_TIMES = 2;
const look = (most: number, hours: number): Pace => ({ ...alarm(most, hours), bound: most * LOOKS_TIMES });

/** Every action and look of an operator: who may do it, and who must agree. The command line and the console read this one table. */
export const ACTIONS = {
  'operators.add': { roles: ['admin'], approvers: ['admin'] },
  'operators.roles': { roles: ['admin'], approvers: ['admin'] },
  // Taking power away must not wait for anybody; giving it back does.
  'operators.suspend': { roles: ['admin'], approvers: [], pace: second(3, 1) },
  'operators.restore': { roles: ['admin'], approvers: ['admin'] },
  'operators.key': { roles: ['admin'], approvers: ['admin'] },
  'pools.fund': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'pools.defund': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'withdrawals.approve': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'withdrawals.refuse': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // Keeping money in while a wrong credit is looked at must not wait for anybody; letting it go does.
  'withdrawals.suspend': { roles: ['support', 'reviewer', 'treasurer', 'admin'], approvers: [], pace: second(10, 1) },
  'withdrawals.resume': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['reviewer', 'treasurer', 'admin'] },
  'withdrawals.again': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'withdrawals.pay': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // A chain that was replaced deeper than the exchange follows by itself.
  'networks.follow': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // Stopping payments must not wait for anybody; paying again does.
  'networks.pause': { roles: ['treasurer', 'product', 'admin'], approvers: [], pace: second(6, 1) },
  'networks.resume': { roles: ['treasurer', 'product', 'admin'], approvers: ['treasurer', 'admin'] },
  // What the next payment is numbered: a wrong number keeps all payments waiting, and none is used twice.
  'networks.renumber': { roles: ['treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // An unsigned file moves nothing: who holds the keys reads it.
  'sweeps.prepare': { roles: ['treasurer', 'admin'], approvers: [], pace: alarm(30, 1) },
  // A job that was put aside does what it would have done anyway.
  'jobs.retry': { roles: ['product', 'admin'], approvers: [], pace: alarm(200, 1) },
  // A loan, position or purchase that was put aside does what it would have done by itself within the hour.
  'rows.retry': { roles: ['product', 'admin'], approvers: [], pace: alarm(200, 1) },
  // An event that was put aside does what it would have done anyway; leaving it undone for good takes two.
  'events.retry': { roles: ['product', 'admin'], approvers: [], pace: alarm(200, 1) },
  'events.skip': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  'events.give-up': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  'loans.approve': { roles: ['reviewer', 'admin'], approvers: ['treasurer', 'admin'] },
  // It moves no money to anybody: what was set aside goes back to the pool.
  'loans.reject': { roles: ['reviewer', 'admin'], approvers: [], pace: second(30, 1) },
  'registry.change': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  // What trading costs; its members are told by the action itself.
  'fees.change': { roles: ['product', 'admin'], approvers: ['product', 'admin'] },
  // A look at somebody's picture or details leaves a row in the log.
  'files.read': { roles: ['reviewer', 'admin'], approvers: [], pace: look(300, 1) },
  'files.rotate-key': { roles: ['admin'], approvers: [], pace: alarm(3, 24) },
  'identity.read': { roles: ['reviewer', 'admin'], approvers: [], pace: look(100, 1) },
  'identity.approve': { roles: ['reviewer', 'admin'], approvers: [], pace: second(100, 24) },
  'identity.reject': { roles: ['reviewer', 'admin'], approvers: [], pace: second(100, 24) },
  'identity.reject-late': { roles: ['reviewer', 'admin'], approvers: ['reviewer', 'admin'] },
  // What everybody is told is read by two; taking it back waits for nobody.
  'announcements.publish': { roles: ['support', 'product', 'admin'], approvers: ['product', 'admin'] },
  'announcements.end': { roles: ['support', 'product', 'admin'], approvers: [], pace: second(10, 1) },
  // Taking no new trades must not wait for anybody; taking them again does. Neither touches a price.
  'markets.halt': { roles: ['treasurer', 'product', 'admin'], approvers: [], pace: second(10, 1) },
  'markets.resume': { roles: ['treasurer', 'product', 'admin'], approvers: ['treasurer', 'product', 'admin'] },
  'incidents.note': { roles: ['support', 'product', 'admin'], approvers: ['support', 'product', 'admin'] },
  // A text of the help centre says what is done with people's money: it is read by two, also where what ships comes back.
  'help.change': { roles: ['support', 'product', 'admin'], approvers: ['product', 'admin'] },
  'help.restore': { roles: ['support', 'product', 'admin'], approvers: ['product', 'admin'] },
  // What somebody wrote to support is read with a reason; answering moves nothing.
  'support.read': { roles: ['support', 'admin'], approvers: [], pace: look(300, 1) },
  'support.picture': { roles: ['support', 'admin'], approvers: [], pace: look(200, 1) },
  'support.answer': { roles: ['support', 'admin'], approvers: [], pace: second(60, 1) },
  'support.hand-over': { roles: ['support', 'admin'], approvers: [], pace: alarm(200, 1) },
  'support.save-answer': { roles: ['support', 'product', 'admin'], approvers: [], pace: second(30, 1) },
  'support.drop-answer': { roles: ['support', 'product', 'admin'], approvers: [], pace: second(30, 1) },
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
  // What no chain and no reference could tell whose it is: credited by hand, once, under the case in which it was missed, by two.
  'deposits.credit': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  'wires.enter': { roles: ['reviewer', 'treasurer', 'admin'], approvers: ['treasurer', 'admin'] },
  // A look at somebody's account leaves a row in the log.
  'users.read': { roles: ['support', 'reviewer', 'treasurer', 'auditor', 'admin'], approvers: [], pace: look(150, 1) },
  // Stopping somebody who was robbed must not wait for anybody; giving the account back does.
  'account.freeze': { roles: ['support', 'reviewer', 'treasurer', 'admin'], approvers: [], pace: second(10, 1) },
  'account.unfreeze': { roles: ['support', 'reviewer', 'admin'], approvers: ['reviewer', 'admin'] },
  // Whoever lost an account to somebody who bound an authenticator gets it back by two who looked who they are.
  'account.remove-factor': { roles: ['support', 'reviewer', 'admin'], approvers: ['reviewer', 'admin'] },
  // A list that names members is a look too; a table that is taken away needs a reason.
  'cases.read': { roles: ['support', 'reviewer', 'treasurer', 'admin'], approvers: [], pace: alarm(600, 1) },
  'lists.read': { roles: ROLES, approvers: [], pace: alarm(600, 1) },
  'reports.read': { roles: ['treasurer', 'auditor', 'admin'], approvers: [], pace: look(200, 1) },
  'requests.read': { roles: ROLES, approvers: [] },
  'requests.refuse': { roles: ROLES, approvers: [] },
  'log.read': { roles: ['auditor', 'admin'], approvers: [] },
  // It reads the whole ledger: who has it done is in the log.
  'audit.run': { roles: ['auditor', 'admin'], approvers: [], pace: alarm(30, 1) },
} as const satisfies Record<string, ActionRow>;

export type ActionName = keyof typeof ACTIONS;

/** True when one of the roles may ask for the action. */
export function mayPerform(roles: readonly string[], act: ActionName): boolean {
  return ACTIONS[act].roles.some((role) => roles.includes(role));
}

/** Who may agree to the action, asked for by somebody else: always, or where it goes beyond what one operator does alone. Empty: nobody is asked. */
export function approversOf(act: ActionName): readonly Role[] {
  const { roles, approvers } = ACTIONS[act];
  return approvers.length === 0 && rateLimitOf(act)?.beyond === 'second' ? roles : approvers;
}

/** True when one of the roles may approve the action, asked for by somebody else. */
export function mayApprove(roles: readonly string[], act: ActionName): boolean {
  return approversOf(act).some((role) => roles.includes(role));
}

/** How often one operator does an action alone; null: as often as it is asked for. */
export function rateLimitOf(act: ActionName): Pace | null {
  const row: ActionRow = ACTIONS[act];
  return row.pace ?? null;
}

/** True when the action is done only after a second operator has agreed, always. */
export function needsApproval(act: ActionName): boolean {
  return ACTIONS[act].approvers.length > 0;
}
