import type { ActionName } from '../modules/operators/operators';

/**
 * A command with the row of the matrix that lets an operator give it, and the row of the log that it leaves; null: it shows nothing of anybody and does nothing,
 * and the console leaves none either. `isBare`: nothing may stand behind its words.
 */
export type CommandRight = { words: string; may: ActionName; log: ActionName | null; isBare?: true };

/** A command that does an action, or asks for it: who may ask for the action gives it, and the action is its row of the log. */
const does = (words: string, act: ActionName): CommandRight => ({ words, may: act, log: act });
/** A command that shows a list of what members sent: each look is a row. So is that at what operators ask for and did, which names members. */
const looks = (words: string): CommandRight => ({ words, may: 'cases.read', log: 'lists.read', isBare: true });
/** A command that shows what names no member. */
const shows = (words: string): CommandRight => ({ words, may: 'requests.read', log: null });

/** Every command that needs an operator; what stands neither here nor in `BOOTSTRAP` is none. */
export const COMMAND_RIGHTS: readonly CommandRight[] = [
  { ...does('audit', 'audit.run'), isBare: true },
  does('fund', 'pools.fund'),
  does('defund', 'pools.defund'),
  does('follow', 'networks.follow'),
  does('pause-network', 'networks.pause'),
  does('resume-network', 'networks.resume'),
  does('renumber', 'networks.renumber'),
  { words: 'queue', may: 'requests.read', log: 'lists.read' },
  // Who may decide about a request is what its act says.
  shows('approve'),
  shows('refuse'),
  { ...shows('jobs'), isBare: true },
  does('jobs retry', 'jobs.retry'),
  does('events give-up', 'events.give-up'),
  { words: 'log', may: 'log.read', log: 'lists.read' },
  does('export', 'reports.read'),
  looks('withdrawals'),
  does('withdrawals approve', 'withdrawals.approve'),
  does('withdrawals refuse', 'withdrawals.refuse'),
  does('withdrawals again', 'withdrawals.again'),
  does('withdrawals suspend', 'withdrawals.suspend'),
  does('withdrawals resume', 'withdrawals.resume'),
  does('pay', 'withdrawals.pay'),
  { words: 'pay list', may: 'withdrawals.pay', log: 'lists.read' },
  { words: 'pay psbt', may: 'withdrawals.pay', log: 'lists.read' },
  does('loan approve', 'loans.approve'),
  does('loan reject', 'loans.reject'),
  { ...shows('registry'), isBare: true },
  does('registry change', 'registry.change'),
  does('fees change', 'fees.change'),
  { ...shows('presale'), isBare: true },
  does('presale open', 'presale.open'),
  does('presale change', 'presale.change'),
  does('presale cancel', 'presale.cancel'),
  { ...shows('announce'), isBare: true },
  does('announce', 'announcements.publish'),
  does('announce end', 'announcements.end'),
  looks('identity'),
  does('identity show', 'identity.read'),
  does('identity approve', 'identity.approve'),
  does('identity reject', 'identity.reject'),
  looks('proofs'),
  does('proofs answer', 'proofs.answer'),
  looks('wires'),
  does('wires show', 'cases.read'),
  does('wires credit', 'wires.credit'),
  does('wires refuse', 'wires.refuse'),
  does('wires enter', 'wires.enter'),
  looks('deposits'),
  does('deposits credit', 'deposits.credit'),
  looks('vip'),
  does('vip fulfil', 'vip.fulfil'),
  looks('support'),
  does('support read', 'support.read'),
  does('support picture', 'support.picture'),
  does('support answer', 'support.answer'),
  does('account freeze', 'account.freeze'),
  does('account unfreeze', 'account.unfreeze'),
  does('account remove-factor', 'account.remove-factor'),
  does('picture', 'files.read'),
  does('rotate-files-key', 'files.rotate-key'),
  { ...shows('operators'), isBare: true },
  does('operators add', 'operators.add'),
  does('operators roles', 'operators.roles'),
  does('operators rekey', 'operators.key'),
  does('operators suspend', 'operators.suspend'),
  does('operators restore', 'operators.restore'),
];

/**
 * What needs no operator: making a key, which reads and writes nothing, and `operators add` as long as there are not the first two, which the machine makes and a
 * row of the log tells (decision 0121).
 */
export const BOOTSTRAP = { key: 'operators key', add: 'operators add' } as const;

/** Returns the right that a command needs, the most exact first; null: there is no such command. */
export function findRight(words: readonly string[]): CommandRight | null {
  const fits = COMMAND_RIGHTS.filter(({ words: named, isBare }) => {
    const own = named.split(' ');
    return own.every((word, at) => word === words[at]) && (isBare !== true || words.length === own.length);
  });
  const weigh = ({ words: named, isBare }: CommandRight) => named.split(' ').length * 2 + (isBare === true ? 1 : 0);
  return fits.sort((a, b) => weigh(b) - weigh(a))[0] ?? null;
}
