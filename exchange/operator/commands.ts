import { parseArgs } from 'node:util';
import { ActionRefused, createOperatorKey, foundOperator, listLog, listOpenRequests, listOperators } from '../modules/operators/operators';
import { describeInsurance } from '../modules/perpetual/perpetual';
import { listJobs } from '../platform/jobs.repository';
import { acts } from './actions';
import { ANNOUNCEMENT_USAGE, createAnnouncementCommands } from './announcement-commands';
import { EXPORT_USAGE, exportReport } from './export-command';
import { act, admit, type Call, type CommandContext, findActor, isFounding, look, type Result } from './command-context';
import { BOOTSTRAP, findRight } from './command-rights';
import { DEPOSIT_COMMANDS, DEPOSIT_USAGE } from './deposit-commands';
import { createIdentityCommands, IDENTITY_USAGE } from './identity-commands';
import { decideLoan, LOAN_USAGE } from './loan-commands';
import { formatLog, formatQueue } from './format-requests';
import { createSupportCommands, SUPPORT_USAGE } from './support-commands';
import { createPresaleCommands, PRESALE_USAGE } from './presale-commands';
import { createRegistryCommands, REGISTRY_USAGE } from './registry-commands';
import { formatJobs } from './retry-job';
import { runAudit, writeAudit } from './run-audit';
import { describeWithdrawals, readFacts, writePayFile } from './withdrawals';

const JOBS_MAX = 100;
/** Requests of one look. */
const REQUESTS_MAX = 200;
const NETWORK_LENGTH_MAX = 30;

export const USAGE = `Usage: npm run operator -- <command> [--as NAME] [--reason TEXT]

  audit                                 prove what each module can prove: the ledger, the chain of price prints, perpetual trading, ...; exit 1 on any fault
  fund <pool> <amount> <reference> [asset]
                                        ask for the operator's own money to be booked into a pool of the real accounts, once for each reference;
                                        pools are insurance-fund, options-pool, staking-pool, hosting-pool, loan-pool, reward-pool, convert-pool; USDT unless said
  defund <pool> <amount> <reference> [asset]
                                        ask for money that a pool has not promised to be booked out again, likewise
${LOAN_USAGE}  follow <network> <block>              ask for a network that a deep reorganisation stopped to go on from the last block that is as it was
  pause-network <network> paying|all <reason>   stop its payments, or its credits too, at once; reasons are maintenance and security
  resume-network <network>              ask for what operators paused to go on
  renumber <network> <hot wallet> <number>  ask for the next payment that is signed to have this number, after somebody else used the key
  queue [after request]                 what waits for a second operator, with what would be done, the first 200
  approve <request> | refuse <request>  decide about it; never one's own
  withdrawals                           those that wait for people: in review, to be paid by hand, late
  withdrawals approve <number>          ask for one in review to be paid
  withdrawals again <number>            ask for one whose transaction number another one took to be paid anew
  withdrawals refuse <number> --note TEXT  ask for one that isn't paid to be refused; its owner reads the note
  withdrawals suspend <user> | withdrawals resume <user>  keep the money of an account in, at once; ask for it to be let go again
  pay list <network> <file> [again]     write what is approved on a network to a file; what stands in an earlier one only with "again"
  pay psbt <coins.json> <file> <change address> <satoshi per byte> [again]  the same of BTC as an unsigned PSBT over coins of the wallet; the
                                        change goes to the hot wallet or a change address (1/i) of the settings' key
  pay <number> <hash>                   name the transaction by which one was paid by hand; the chain decides whether that is so
  jobs                                  work that was put aside or is to be done, the first 100
  jobs retry <job>                      have one that was put aside tried again
  events give-up <consumer>             ask to keep nothing any longer for one that nobody has read for three days
  log [before row]                      the newest 100 acts
${EXPORT_USAGE}${REGISTRY_USAGE}  operators                             who is there
  operators key                         make a key: it is its owner's alone; its fingerprint is what others are given
  operators add <name> <role,role> <fingerprint>
  operators roles <name> <role,role> <role,role>  ask for other roles in place of those that were read
  operators rekey <name> <fingerprint>
  operators suspend <name> | operators restore <name>
${IDENTITY_USAGE}${DEPOSIT_USAGE}${SUPPORT_USAGE}${ANNOUNCEMENT_USAGE}${PRESALE_USAGE}
Who acts shows a key in OPERATOR_KEY. In a sandbox --as ada and --as ben use the keys in DATA_DIR. Roles and rules: docs/operator.md
`;

const say = (text: string): Result => ({ code: 0, text });
const splitRoles = (text: string | undefined) => (text ?? '').split(',').filter((role) => role !== '');

const OPERATORS: Record<string, (call: Call) => Promise<Result>> = {
  async key() {
    const { key, fingerprint } = createOperatorKey();
    return say(`key          ${key}\nfingerprint  ${fingerprint}\nKeep the key to yourself; give the fingerprint to who adds you.\n`);
  },
  async add(call) {
    const [name = '', roles, fingerprint = ''] = call.words;
    if (await isFounding(call)) {
      const founder = { name, roles: splitRoles(roles), fingerprint, at: call.now() };
      return say(`${await call.db.transaction((tx) => foundOperator(tx, founder))}\n`);
    }
    return act(call, 'operators.add', { name, roles: splitRoles(roles), fingerprint });
  },
  roles: (call) => act(call, 'operators.roles', { name: call.words[0], base: call.words[1], roles: splitRoles(call.words[2]) }),
  rekey: (call) => act(call, 'operators.key', { name: call.words[0], fingerprint: call.words[1] }),
  suspend: (call) => act(call, 'operators.suspend', { name: call.words[0] }),
  restore: (call) => act(call, 'operators.restore', { name: call.words[0] }),
};

/** What the commands of a subject go through. */
const DOOR = { act, look };

const COMMANDS: Record<string, (call: Call) => Promise<Result>> = {
  ...createIdentityCommands<Call>(DOOR),
  ...DEPOSIT_COMMANDS,
  ...createSupportCommands<Call>(DOOR),
  ...createAnnouncementCommands<Call>(DOOR),
  ...createPresaleCommands<Call>(DOOR),
  ...createRegistryCommands<Call>(DOOR),
  async audit(call) {
    await act({ ...call, reason: call.reason === '' ? 'run' : call.reason }, 'audit.run', {});
    return writeAudit(await runAudit(call.db, call));
  },
  async fund(call) {
    const [pool, amount, reference, asset] = call.words;
    const { text } = await act(call, 'pools.fund', { pool, amount, reference, asset });
    return say(`${text}${await describeInsurance(call.db)}\n`);
  },
  defund(call) {
    const [pool, amount, reference, asset] = call.words;
    return act(call, 'pools.defund', { pool, amount, reference, asset });
  },
  loan: async (call) => (await decideLoan(call, act)) ?? { code: 2, text: USAGE },
  async queue(call) {
    const after = call.words[0] === undefined ? null : readId(call.words[0]);
    await look(call, 'approvals', { may: 'requests.read' });
    const rows = await listOpenRequests(call.db.read, { now: call.now(), after, limit: REQUESTS_MAX + 1 });
    const shown = rows.slice(0, REQUESTS_MAX);
    return say(`${formatQueue(shown)}${rows.length > shown.length ? `more wait: queue ${shown.at(-1)?.id}\n` : ''}`);
  },
  async approve(call) {
    const decide = { actor: await findActor(call), requestId: readId(call.words[0]), reason: call.reason, at: call.now() };
    return say(`${await call.db.transaction((tx) => acts.approveRequest(tx, decide))}\n`);
  },
  async refuse(call) {
    const decide = { actor: await findActor(call), requestId: readId(call.words[0]), reason: call.reason, at: call.now() };
    await call.db.transaction((tx) => acts.refuseRequest(tx, decide));
    return say(`request ${decide.requestId} refused\n`);
  },
  async withdrawals(call) {
    const [word, number] = call.words;
    if (word === undefined) {
      await look(call, 'withdrawals', { filter: 'waiting' });
      return say(await describeWithdrawals(call.db));
    }
    if (word === 'suspend' || word === 'resume') return act(call, `withdrawals.${word}`, { user: number });
    const facts = await readFacts(call.db, readId(number));
    if (word === 'approve' || word === 'again') return act(call, `withdrawals.${word}`, facts);
    return word === 'refuse' ? act(call, 'withdrawals.refuse', { ...facts, why: call.note }) : { code: 2, text: USAGE };
  },
  async pay(call) {
    const [word, second = ''] = call.words;
    if (word === 'list' || word === 'psbt') {
      const network = word === 'psbt' ? 'BTC' : second;
      await look(call, 'withdrawals', {
        may: 'withdrawals.pay',
        filter: `to be paid over ${network.slice(0, NETWORK_LENGTH_MAX)}, as a file`,
      });
      return say(await writePayFile(call.db, { kind: word, words: call.words.slice(1), now: call.now(), networks: call.networks ?? null }));
    }
    return act(call, 'withdrawals.pay', { ...(await readFacts(call.db, readId(word))), txid: second });
  },
  async jobs(call) {
    const [word, job] = call.words;
    if (word === 'retry') return act(call, 'jobs.retry', { job });
    return say(formatJobs(await listJobs(call.db.read, { limit: JOBS_MAX })));
  },
  events: ({ words: [word, ...name], ...call }) =>
    word === 'give-up'
      ? act({ ...call, words: name }, 'events.give-up', { consumer: name.join(' ') })
      : Promise.resolve({ code: 2, text: USAGE }),
  follow: (call) => act(call, 'networks.follow', { network: call.words[0], block: call.words[1] }),
  'pause-network'(call) {
    const [network, scope, reason] = call.words;
    return act(call, 'networks.pause', { network, scope, reason });
  },
  renumber(call) {
    const [network, signer, number] = call.words;
    return act(call, 'networks.renumber', { network, signer, number });
  },
  'resume-network': (call) => act(call, 'networks.resume', { network: call.words[0] }),
  export: async (call) => exportReport(call, await findActor(call)),
  async log(call) {
    const before = call.words[0] === undefined ? null : Number(readId(call.words[0]));
    const text = formatLog(await listLog(call.db.read, before));
    await look(call, 'log', { may: 'log.read' });
    return say(text);
  },
  async operators(call) {
    const [name, ...words] = call.words;
    if (name !== undefined) {
      const run = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
      return run === undefined ? { code: 2, text: USAGE } : run({ ...call, words });
    }
    const rows = await listOperators(call.db.read);
    return say(
      rows.length === 0 ? 'there is no operator yet\n' : rows.map((row) => `${row.name}  ${row.state}  ${row.roles.join(', ')}\n`).join(''),
    );
  },
};

function readId(word: string | undefined): string {
  if (word === undefined || !/^[1-9][0-9]{0,17}$/.test(word)) throw new ActionRefused('INPUT_INVALID', 'Which one? Its number is needed.');
  return word;
}

/** Whether a command may be given by nobody that is known: what makes the first operators. */
async function isBootstrap(call: Call, words: readonly string[]): Promise<boolean> {
  const named = words.slice(0, 2).join(' ');
  return named === BOOTSTRAP.key || (named === BOOTSTRAP.add && (await isFounding(call)));
}

/** @throws ActionRefused for an option that there is not */
function readWords(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { as: { type: 'string' }, reason: { type: 'string' }, note: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (cause) {
    if (cause instanceof TypeError) throw new ActionRefused('INPUT_INVALID', cause.message);
    throw cause;
  }
}

/**
 * Runs one command and returns its exit code and what it says; 2 when there is no such command. Before it does anything, who gives it has proved who they are and has
 * the role that the command asks for. @throws ActionRefused, Error with a sentence
 */
export async function runCommand(context: CommandContext, argv: readonly string[]): Promise<Result> {
  const { values, positionals } = readWords(argv);
  const [name = '', ...words] = positionals;
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const call: Call = { ...context, words, as: values.as ?? null, reason: values.reason ?? '', note: values.note ?? '' };
  if (run === undefined) return { code: 2, text: USAGE };
  if (!(await isBootstrap(call, positionals))) {
    const right = findRight(positionals);
    if (right === null) return { code: 2, text: USAGE };
    await admit(call, right.may);
  }
  return run(call);
}

/** The first words of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);
