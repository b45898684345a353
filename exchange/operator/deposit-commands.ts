import { readVerifiedName } from '../modules/identity/identity';
import { describeProofs } from '../modules/proofs/proofs';
import { describeWires, readWireFacts, showWire } from '../modules/wires/wires';
import { ActionRefused } from '../modules/operators/operators';
import type { Call, Result } from './command-context';
import { act, look } from './command-context';
import { listCreditedByHand } from './credit-by-hand';

export const DEPOSIT_USAGE = `  proofs                                proofs of deposits that wait for an answer, beside what the chain shows
  proofs answer <proof> <answer>        a second operator approves it; not-found, other-network, other-address, other-coin
  proofs answer <proof> credited <deposit>  the same; the deposit is the member's, credited, and of no other proof
  wires                                 deposits by bank that nobody has decided
  wires show <wire>                     what is compared with the bank's line; the look is logged
  wires credit <wire> <line> <arrived> <credited> <sender>
                                        a second operator approves it; a line of the bank counts once
  wires enter <user> <line> <arrived> <credited> <queue> <case> <sender>
                                        one without a reference of ours, by hand; a second operator approves it; queues are proofs, wires, support
  deposits                              the newest 50 credits by hand; the look is logged
  deposits credit <user> <network> <coin> <amount> <hash> <address> <place> <queue> <case>
                                        what no chain credits by itself, by hand; a second operator approves it; a transaction counts once; places are
                                        deposit-address and hot-wallet
  wires refuse <wire> <reason>          a second operator approves it; not-arrived, returned-name, returned-amount, returned
`;

/** Credits by hand of one look. */
const CREDITS_MAX = 50;
const say = (text: string): Result => ({ code: 0, text });
const toTime = (ms: number) => new Date(ms).toISOString();

const NUMBER = /^[1-9][0-9]{0,17}$/;

async function readWire({ db }: Call, id: string) {
  const facts = NUMBER.test(id) ? await readWireFacts(db.read, id) : null;
  if (facts === null) throw new ActionRefused('INPUT_INVALID', `There is no bank transfer ${id}.`);
  return facts;
}

/** The commands about money that members say they sent. */
export const DEPOSIT_COMMANDS = {
  async proofs(call: Call): Promise<Result> {
    const [word, id = '', answer, deposit] = call.words;
    if (word === 'answer') return act(call, 'proofs.answer', { id, answer, ...(deposit === undefined ? {} : { deposit }) });
    await look(call, 'proofs');
    const lines = await describeProofs(call.db.read);
    return say(lines.length === 0 ? 'no proof waits\n' : `${lines.join('\n')}\n`);
  },

  async wires(call: Call): Promise<Result> {
    const [word, id = '', ...rest] = call.words;
    if (word === 'credit') {
      const [line, arrived, credited, ...sender] = rest;
      return act(call, 'wires.credit', { ...(await readWire(call, id)), line, arrived, credited, sender: sender.join(' ') });
    }
    if (word === 'enter') {
      const [line, arrived, credited, queue, number, ...sender] = rest;
      return act(call, 'wires.enter', { user: id, line, arrived, credited, queue, id: number, sender: sender.join(' ') });
    }
    if (word === 'refuse') return act(call, 'wires.refuse', { ...(await readWire(call, id)), reason: rest[0] });
    if (word === 'show') await act(call, 'cases.read', { queue: 'wires', id });
    else await look(call, 'wires');
    const lines = word === 'show' ? await showWire(call.db.read, id, readVerifiedName) : await describeWires(call.db.read);
    return say(lines.length === 0 ? 'no bank transfer waits\n' : `${lines.join('\n')}\n`);
  },

  async deposits(call: Call): Promise<Result> {
    const [word, user, network, asset, amount, hash, address, place, queue, id] = call.words;
    if (word === 'credit') return act(call, 'deposits.credit', { user, network, asset, amount, hash, address, place, queue, id });
    await look(call, 'by-hand');
    const rows = await listCreditedByHand(call.db.read, { user: null, limit: CREDITS_MAX, offset: 0 });
    const lines = rows.map(
      (row) =>
        `${row.name}  user ${row.userId}  ${row.amount} ${row.asset} over ${row.over}  ${toTime(row.at)}  case ${row.byHand}  ${row.proof}\n`,
    );
    return say(lines.join('') || 'nothing was credited by hand\n');
  },
} as const satisfies Record<string, (call: Call) => Promise<Result>>;
