import type { ActionName } from './operators.matrix';

/** What an action may change: tables, and the codes of the journals that it posts. */
type Writes = { tables: readonly string[]; journals: readonly string[] };

const only = (...tables: string[]): Writes => ({ tables, journals: [] });
const money = (journals: readonly string[], ...tables: string[]): Writes => ({ tables, journals });
const WITHDRAWAL = ['withdrawals', 'withdrawal_steps', 'event_log'] as const;

/**
 * What each action of an operator may write, beside its request and its row of the log. Balances change by the journals that stand here and by
 * nothing else, and no action reaches a price, a print, a settlement or a position.
 */
const ACT_WRITES: Readonly<Partial<Record<ActionName, Writes>>> = {
  'operators.add': only('operators'),
  'operators.roles': only('operators'),
  'operators.suspend': only('operators', 'operator_sessions', 'operator_links', 'jobs'),
  'operators.restore': only('operators'),
  'operators.key': only('operators', 'operator_credentials', 'operator_passkeys', 'operator_sessions', 'operator_links'),
  'pools.fund': money(['HOUSE_FUNDING']),
  'pools.defund': money(['POOL_DEFUNDING']),
  'withdrawals.approve': only(...WITHDRAWAL),
  // The hold on the member's own money ends: it goes back to the same member.
  'withdrawals.refuse': money(['HOLD_RELEASE'], ...WITHDRAWAL, 'holds'),
  'withdrawals.pay': only(...WITHDRAWAL, 'withdrawal_payments'),
  'withdrawals.again': only(...WITHDRAWAL, 'withdrawal_payments', 'withdrawal_pay_files'),
  'networks.follow': only('deposits', 'deposit_cursors', 'deposit_blocks', 'network_pauses', 'chain_reorganisations', 'event_log'),
  'networks.pause': only('network_stops'),
  'networks.resume': only('network_stops'),
  'networks.renumber': only('withdrawal_signers'),
  'withdrawals.suspend': only('users'),
  'withdrawals.resume': only('users'),
  'wires.credit': money(['WIRE_DEPOSIT'], 'wires', 'event_log'),
  'wires.refuse': only('wires', 'event_log'),
  'deposits.credit': money(['DEPOSIT_BY_HAND'], 'deposits', 'deposit_proofs', 'event_log'),
  'wires.enter': money(['WIRE_DEPOSIT'], 'wires', 'deposit_proofs', 'event_log'),
  'sweeps.prepare': only(),
  'jobs.retry': only('jobs'),
  'rows.retry': only('row_retries'),
  'events.retry': only('jobs'),
  'events.skip': only('event_dead_letters', 'jobs'),
  'events.give-up': only('event_consumers'),
  'loans.approve': money(['LOAN_PAYOUT'], 'loans', 'loan_entries', 'event_log', 'jobs'),
  'loans.reject': money(['LOAN_RELEASE'], 'loans', 'loan_entries', 'event_log', 'jobs'),
  'registry.change': only('registry_versions', 'event_log'),
  'fees.change': only('registry_versions', 'announcements', 'announcement_texts', 'event_log'),
  'files.read': only(),
  'files.rotate-key': only(),
  'identity.read': only(),
  'identity.approve': only('identity_submissions', 'event_log'),
  // Pictures of what was refused are kept for less long.
  'identity.reject': only('identity_submissions', 'files', 'event_log'),
  'identity.reject-late': only('identity_submissions', 'files', 'event_log'),
  'support.read': only(),
  'support.picture': only(),
  'support.answer': only('support_threads', 'support_lines', 'support_waits', 'event_log'),
  'support.hand-over': only('support_threads', 'support_waits'),
  'support.save-answer': only('support_saved_answers'),
  'support.drop-answer': only('support_saved_answers'),
  'presale.open': money(['PRESALE_SUPPLY'], 'presales'),
  'presale.change': only('presales'),
  'presale.cancel': only('presales'),
  'vip.fulfil': only('vip_levels'),
  'proofs.answer': only('deposit_proofs', 'event_log'),
  'announcements.publish': only('announcements', 'announcement_texts', 'event_log'),
  'announcements.end': only('announcements'),
  'markets.halt': only('market_halts'),
  'markets.resume': only('market_halts'),
  'incidents.note': only('incident_texts'),
  'help.change': only('help_versions'),
  'help.restore': only('help_versions'),
  'users.read': only(),
  'account.freeze': only('users', 'risk_order_ends', 'event_log'),
  'account.unfreeze': only('users', 'event_log'),
  'account.remove-factor': only('users', 'second_factors', 'recovery_codes', 'event_log'),
  'cases.read': only(),
  'lists.read': only(),
  'reports.read': only(),
  'requests.read': only(),
  'requests.refuse': only('operator_requests'),
  'log.read': only(),
  'audit.run': only(),
};

/** Returns what an action may write; null for one that doesn't say, which the tests refuse. */
export function findWrites(act: ActionName): Writes | null {
  return ACT_WRITES[act] ?? null;
}
