import { getAddress } from 'ethers';
import { z } from 'zod';
import { NOTIFICATION_VALUE_MAX } from '../../../lib/rules/notifications';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { hashInput } from '../../platform/idempotency';
import { DomainError } from '../../platform/domain-error';
import { suspendWithdrawals } from '../accounts/accounts';
import { userAddress } from '../ledger/ledger';
import { ActionRefused, defineAction } from '../operators/operators';
import { approveReviewed, refuseUnpaid } from './withdrawals.decisions';
import { endPayments, giveUpByHand, insertPayment, listLive } from './withdrawals.payments.repository';
import { lockWithdrawal, type WithdrawalRow } from './withdrawals.repository';
import { moveWithdrawal, payees } from './withdrawals.states';
import { setNextNonce } from './withdrawals.nonces';
import { findPaidByPeople, type PaidBy, takeOutOfFile } from './withdrawals.pay-files';
import { readSigned } from './withdrawals.paying.repository';
import { CONFIRM_MAX_MS, payMaxMs, SCALE } from './withdrawals.terms';

const id = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a withdrawal');
/** What a request was made about, so that whoever approves it approves exactly that. */
const facts = z.strictObject({
  id,
  user: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user'),
  amount: z.string().max(40),
  fee: z.string().max(40),
  arrives: z.string().max(40),
  asset: z.string().max(10),
  network: z.string().max(30),
  address: z.string().max(120),
});
export type WithdrawalFacts = z.infer<typeof facts>;
/** What the owner reads, in one line: a line of its own would look like another part of what is agreed to. */
const why = z
  .string()
  .trim()
  .min(1)
  .max(NOTIFICATION_VALUE_MAX)
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' '));
const HASHES: Readonly<Record<string, RegExp>> = { ERC20: /^0x[0-9a-f]{64}$/, BTC: /^[0-9a-f]{64}$/, TRC20: /^[0-9a-f]{64}$/ };

/** Returns what of a withdrawal goes into a request of operators. */
export function factsOf(row: WithdrawalRow): WithdrawalFacts {
  const { asset, network, address } = row;
  const write = (units: bigint) => fromUnits(units, SCALE);
  return {
    ...{ id: row.id, user: row.userId, asset, network, address },
    ...{ amount: write(row.amount), fee: write(row.fee), arrives: write(row.amount - row.fee) },
  };
}

function sayWhat({ id: number, user, amount, fee, arrives, asset, network, address }: WithdrawalFacts): string[] {
  return [`withdrawal ${number} of user ${user}: ${amount} ${asset}, ${fee} of it our fee`, `  ${arrives} to ${address} on ${network}`];
}

/** What the chain's proof of its payment posts, line by line. */
function sayPosted({ user: userId, asset, amount, fee, arrives, network }: WithdrawalFacts): string[] {
  const { chain, fees } = payees({ network: network as WithdrawalRow['network'], asset });
  return [
    `  ${userAddress({ userId, mode: 'real', asset, part: 'hold' })} -${amount}`,
    `  ${chain} +${arrives}`,
    ...(fee === '0' ? [] : [`  ${fees} +${fee}`]),
  ];
}

/** The row as it was when it was asked for; amounts and address never change, so a difference is a forged request. */
async function requireSame(tx: Tx, input: WithdrawalFacts): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, input.id);
  if (row === null) throw new ActionRefused('INPUT_INVALID', `There is no withdrawal ${input.id}.`);
  if (hashInput(factsOf(row)) !== hashInput(input)) {
    throw new ActionRefused('REQUEST_ALTERED', `Withdrawal ${input.id} is not what was asked about.`);
  }
  return row;
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new ActionRefused('INPUT_INVALID', `It can't be done: ${error.message}.`);
  }
}

/** Approved, or named by hand under a hash that the chain hasn't shown: one that was mistyped is named anew, and counts no more. */
async function isToBePaid(tx: Tx, row: WithdrawalRow): Promise<boolean> {
  if (row.state === 'approved') return true;
  const live = await listLive(tx, row.id);
  if (row.state !== 'sent' || live.some(({ kind }) => kind !== 'hand')) return false;
  await endPayments(tx, { withdrawalId: row.id, paymentId: null, state: 'failed' });
  return true;
}

/** By what people may be paying a withdrawal that is to be refused, and what to do first. */
const PAID_BY = {
  file: 'it stands in a file. Once nobody pays by that, have it paid anew first (withdrawals again).',
  request: 'a payment by hand waits for a second operator. Have that request refused first, if nobody has paid it.',
  earlier:
    'a payment by hand that was named for it and never seen may still arrive. Once it can not, have it paid anew first (withdrawals again).',
} as const satisfies Record<PaidBy, string>;

const userInput = z.strictObject({ user: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user') });

/** Keeps money in an account and lets it go again; signing in, trading and deposits go on. */
const SUSPENSION_ACTS = [
  defineAction({
    name: 'withdrawals.suspend',
    schema: userInput,
    describe: ({ user }) => [
      `no withdrawal leaves the account of user ${user}; what waits or is approved goes back to it, but for what people may be paying`,
    ],
    async run(tx, { input: { user: userId }, at }) {
      if (!(await suspendWithdrawals(tx, { userId, since: at }))) {
        throw new ActionRefused('INPUT_INVALID', `There is no user ${userId} whose withdrawals aren't suspended: nothing changed.`);
      }
      return `the withdrawals of user ${userId} are suspended`;
    },
  }),
  defineAction({
    name: 'withdrawals.resume',
    schema: userInput,
    describe: ({ user }) => [`user ${user} may withdraw again`],
    async run(tx, { input: { user: userId } }) {
      if (!(await suspendWithdrawals(tx, { userId, since: null }))) {
        throw new ActionRefused('INPUT_INVALID', `The withdrawals of user ${userId} are not suspended: nothing changed.`);
      }
      return `user ${userId} may withdraw again`;
    },
  }),
] as const;

/** After somebody else signed with the key of the hot wallet, or a number went missing. */
const RENUMBER = defineAction({
  name: 'networks.renumber',
  schema: z.strictObject({
    network: z.enum(['ERC20'], 'ERC20'),
    signer: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'the address of the hot wallet'),
    number: z.string().regex(/^(0|[1-9][0-9]{0,14})$/, 'the number of the next transaction'),
  }),
  describe: ({ network, signer, number }) => [
    `the next payment over ${network} that ${signer} signs has the number ${number}: as many transactions of it are in the chain or on their way, ours and others'`,
  ],
  async run(tx, { input: { network, signer, number } }) {
    const was = await setNextNonce(tx, { network, signer: getAddress(signer.toLowerCase()), next: Number(number) });
    if (was === null) {
      throw new ActionRefused(
        'INPUT_INVALID',
        `${signer} has signed nothing over ${network}, or a payment with the number ${number} or a later one.`,
      );
    }
    return `the next payment over ${network} has the number ${number}; it was ${was}`;
  },
});

/** What operators do about withdrawals; paying, or giving up paying, with a second one's agreement. */
export const WITHDRAWAL_ACTIONS = [
  ...SUSPENSION_ACTS,
  RENUMBER,
  defineAction({
    name: 'withdrawals.approve',
    schema: facts,
    describe: (input) => [...sayWhat(input), 'is paid; once the chain has it: journal WITHDRAWAL', ...sayPosted(input)],
    async run(tx, { input, at }) {
      const row = await requireSame(tx, input);
      const until = at + payMaxMs({ isSigned: await readSigned(tx, row.network) });
      await orRefused(approveReviewed(tx, { id: row.id, at, until }));
      return `withdrawal ${row.id} is approved`;
    },
  }),
  defineAction({
    name: 'withdrawals.refuse',
    schema: facts.extend({ why }),
    describe({ why, ...input }) {
      const { user: userId, asset, amount } = input;
      return [
        ...sayWhat(input),
        'is refused, its money goes back: journal HOLD_RELEASE',
        `  ${userAddress({ userId, mode: 'real', asset, part: 'hold' })} -${amount}`,
        `  ${userAddress({ userId, mode: 'real', asset, part: 'available' })} +${amount}`,
        `its owner reads: ${why}`,
      ];
    },
    async run(tx, { input: { why, ...input }, at }) {
      const row = await requireSame(tx, input);
      const by = row.state === 'approved' ? await findPaidByPeople(tx, { id: row.id, now: at }) : null;
      if (by !== null) throw new ActionRefused('NOT_ALLOWED', `People may be paying withdrawal ${row.id}: ${PAID_BY[by]}`);
      await orRefused(refuseUnpaid(tx, { id: row.id, at, reason: why }));
      return `withdrawal ${row.id} is refused, ${input.amount} ${input.asset} went back`;
    },
  }),
  defineAction({
    name: 'withdrawals.again',
    schema: facts,
    describe: (input) => [
      ...sayWhat(input),
      'nothing that was sent for it can come into the chain any more: it is paid anew; once the chain has it: journal WITHDRAWAL',
      ...sayPosted(input),
    ],
    async run(tx, { input, at }) {
      const row = await requireSame(tx, input);
      const isListed = await takeOutOfFile(tx, row.id);
      const wasNamed = await giveUpByHand(tx, row.id);
      const isGivenUp = row.state === 'sent' && (await listLive(tx, row.id)).length === 0;
      if (!isGivenUp && !(row.state === 'approved' && (isListed || wasNamed))) {
        throw new ActionRefused('INPUT_INVALID', `Withdrawal ${row.id} is ${row.state}, and what was sent for it may still arrive.`);
      }
      const until = at + payMaxMs({ isSigned: await readSigned(tx, row.network) });
      await moveWithdrawal(tx, row, { to: 'approved', at, until, txid: null, confirmations: 0 });
      return `withdrawal ${row.id} is to be paid anew`;
    },
  }),
  defineAction({
    name: 'withdrawals.pay',
    schema: facts.extend({ txid: z.string().toLowerCase().max(120) }),
    describe: ({ txid, ...input }) => [
      ...sayWhat(input),
      `was paid by hand, by ${txid}; it is done when the chain shows that: journal WITHDRAWAL`,
      ...sayPosted(input),
    ],
    async run(tx, { input: { txid, ...input }, at }) {
      const row = await requireSame(tx, input);
      if (HASHES[row.network]?.test(txid) !== true) throw new ActionRefused('INPUT_INVALID', `${txid} is not a hash of ${row.network}.`);
      if (!(await isToBePaid(tx, row)))
        throw new ActionRefused('INPUT_INVALID', `Withdrawal ${row.id} is ${row.state}: it is not to be paid.`);
      await insertPayment(tx, { kind: 'hand', txid, sentAt: at, withdrawalId: row.id, network: row.network, at });
      await moveWithdrawal(tx, row, { to: 'sent', at, until: at + CONFIRM_MAX_MS, txid });
      return `withdrawal ${row.id} is followed under ${txid}`;
    },
  }),
];
