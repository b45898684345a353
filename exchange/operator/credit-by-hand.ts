import { z } from 'zod';
import { creditByHand, HAND_PLACES, handJournal } from '../modules/deposits/deposits';
import { ASSETS, describePostings, getAssetScale } from '../modules/ledger/ledger';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import { answerProof, findProofOwner } from '../modules/proofs/proofs';
import { readHandTerms } from '../modules/registry/registry';
import { hasSupportCase } from '../modules/support/support';
import { describeCredit, enterWire, findWire, lineInput, refineSums } from '../modules/wires/wires';
import type { Actor } from '../platform/actor';
import type { Tx } from '../platform/db';
import { fromUnits, toUnits } from '../platform/decimal';
import { DomainError } from '../platform/domain-error';

/** Queues in which a member says that money is missed. */
const HAND_QUEUES = ['proofs', 'wires', 'support'] as const;
const number = (what: string) => z.string().regex(/^[1-9][0-9]{0,17}$/, `the number of ${what}`);
/** Whose it is, and the case in which they missed it; in the support inbox that has the number of its person. */
const whose = { user: number('a user'), queue: z.enum(HAND_QUEUES, `one of ${HAND_QUEUES.join(', ')}`), id: number('a case') };
type Whose = z.infer<z.ZodObject<typeof whose>>;
const AMOUNT_MAX_LENGTH = 30;

const chainInput = z
  .strictObject({
    ...whose,
    network: z.string().regex(/^[A-Z0-9]{2,20}$/, 'the code of a network'),
    asset: z.enum(ASSETS, 'a coin of the ledger'),
    amount: z.string().max(AMOUNT_MAX_LENGTH),
    hash: z
      .string()
      .trim()
      .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'the whole hash of a transaction, 64 hex digits'),
    address: z.string().trim().min(20).max(120),
    place: z.enum(HAND_PLACES, `one of ${HAND_PLACES.join(', ')}`),
  })
  .refine(({ amount, asset }) => readUnits(amount, asset) > 0n, { path: ['amount'], message: 'an amount above zero that the coin has' });
type ChainInput = z.infer<typeof chainInput>;

function readUnits(amount: string, asset: string): bigint {
  try {
    return toUnits(amount, getAssetScale(asset));
  } catch (error) {
    if (error instanceof DomainError) return 0n;
    throw error;
  }
}

/** The case is its member's own, so that nobody credits one person for what another one missed. @throws ActionRefused */
async function requireCase(tx: Tx, { user, queue, id }: Whose): Promise<string> {
  const owner = {
    proofs: () => findProofOwner(tx, id),
    wires: async () => (await findWire(tx, id))?.userId ?? null,
    support: async () => ((await hasSupportCase(tx, { userId: id, since: 0 })) ? id : null),
  }[queue];
  if ((await owner()) !== user) throw new ActionRefused('INPUT_INVALID', `${queue} ${id} is no case of user ${user}: nothing changed.`);
  const { rows } = await tx.query("SELECT 1 FROM users WHERE id = $1 AND kind = 'person' AND closed_at IS NULL FOR SHARE", [user]);
  if (rows.length === 0) throw new ActionRefused('INPUT_INVALID', `The account of user ${user} is closed: nothing changed.`);
  return `${queue} ${id}`;
}

/** A report of a missing deposit that is open ends with its credit. */
async function closeProof(
  tx: Tx,
  { queue, id }: Whose,
  { actor, at, deposit }: { actor: Actor; at: number; deposit: string | null },
): Promise<void> {
  const by = actor.kind === 'operator' ? `operator ${actor.name}` : actor.kind;
  if (queue === 'proofs') await answerProof(tx, { id, answer: 'credited', deposit, by, at });
}

/** Returns the case, and what one person is credited of the asset within 24 hours at most. @throws ActionRefused */
async function readBounds(tx: Tx, input: ChainInput, at: number) {
  const byHand = await requireCase(tx, input);
  const { withdrawal } = await readHandTerms(tx, at);
  const limit = withdrawal.dayLimits.find(({ asset }) => asset === input.asset)?.verified;
  if (limit === undefined)
    throw new ActionRefused('INPUT_INVALID', `${input.asset} has no limit of a day: nothing of it is credited by hand.`);
  return { byHand, max: toUnits(limit, getAssetScale(input.asset)) };
}

/**
 * Credits what arrived over a chain and was credited to nobody: sent by a contract, before its network was looked at, to the address that payments leave from. Once for each
 * transaction, under the case in which its member missed it.
 */
export const creditDepositAction = defineAction<ChainInput>({
  name: 'deposits.credit',
  schema: chainInput,
  describe: (input) => {
    const { user, queue, id, network, asset, amount, hash, address, place } = input;
    const units = readUnits(amount, asset);
    const { code, postings } = handJournal({ id: '0', network, asset, userId: user, amount: units, at: 0 });
    return [
      `user ${user} is credited by hand, case ${queue} ${id}: transaction ${hash} of ${network}`,
      place === 'deposit-address'
        ? `  arrived at their deposit address ${address}`
        : `  arrived at ${address}, our hot wallet: say so only when both saw it`,
      `journal ${code}, under the number of the new deposit`,
      ...describePostings(asset, postings),
    ];
  },
  async run(tx, { input, actor, at }) {
    const { user: userId, network, asset, amount, hash, address, place } = input;
    const { byHand, max } = await readBounds(tx, input, at);
    const credit = { userId, network, asset, amount: readUnits(amount, asset), max, hash, address, place, byHand, at };
    const deposit = await creditByHand(tx, credit);
    await closeProof(tx, input, { actor, at, deposit });
    return `deposit ${deposit} of user ${userId}: ${amount} ${asset} over ${network} credited by hand, case ${byHand}`;
  },
});

const bankInput = refineSums(z.strictObject({ ...whose, ...lineInput.shape }));
const BANK = { currency: 'USD', asset: 'USDT' } as const;

/** Credits what the bank has and no bank transfer of its member is open for: one without a reference of ours, or refused before. Once for each line of the bank. */
export const enterWireAction = defineAction({
  name: 'wires.enter',
  schema: bankInput,
  describe: ({ user, queue, id, line, arrived, sender, credited }) => [
    `user ${user} is credited by hand, case ${queue} ${id}: the bank's line ${line} says ${arrived} ${BANK.currency} from ${sender}`,
    'journal WIRE_DEPOSIT, under the number of the new bank transfer',
    ...describeCredit({ user, ...BANK, arrived, credited }),
  ],
  async run(tx, { input, actor, at }) {
    const { user: userId, queue: _queue, id: _id, ...found } = input;
    const byHand = await requireCase(tx, input);
    const { wire: terms } = await readHandTerms(tx, at);
    const wire = await enterWire(tx, { userId, found, terms, byHand, at });
    await closeProof(tx, input, { actor, at, deposit: null });
    return `bank transfer ${wire} of user ${userId}: ${found.credited} ${BANK.asset} of ${found.arrived} ${BANK.currency} credited by hand, case ${byHand}`;
  },
});

const BY_HAND = `
  SELECT 'deposit ' || id AS name, user_id, network AS over, asset, credited AS units, credited_at AS at, by_hand, txid AS proof FROM deposits WHERE by_hand IS NOT NULL
  UNION ALL
  SELECT 'bank transfer ' || id, user_id, 'bank', asset, arrived - fee, decided_at, by_hand, line FROM wires WHERE by_hand IS NOT NULL`;

/** `proof`: the hash of the transaction, or the bank's number of its line; `at` in ms. */
type CreditedByHand = {
  name: string;
  userId: string;
  over: string;
  asset: string;
  amount: string;
  at: number;
  byHand: string;
  proof: string;
};

/** Returns what was credited by hand, the newest first, of everybody or of one person. */
export async function listCreditedByHand(
  tx: Tx,
  { user, limit, offset }: { user: string | null; limit: number; offset: number },
): Promise<CreditedByHand[]> {
  const { rows } = await tx.query<{
    name: string;
    user_id: string;
    over: string;
    asset: string;
    units: string;
    at: string;
    by_hand: string;
    proof: string;
  }>(`SELECT * FROM (${BY_HAND}) found WHERE $1::int8 IS NULL OR user_id = $1 ORDER BY at DESC, name DESC LIMIT $2 OFFSET $3`, [
    user,
    limit,
    offset,
  ]);
  return rows.map(({ user_id: userId, by_hand: byHand, units, at, ...row }) => ({
    ...{ ...row, userId, byHand, at: Number(at) },
    amount: fromUnits(BigInt(units), getAssetScale(row.asset)),
  }));
}

/** Cases that a timeline is read of. */
const CASES_MAX = 20;

/** Returns the newest cases under which a person was credited by hand, as the log names them, and their thread of support. */
export async function listHandCases(tx: Tx, userId: string): Promise<string[]> {
  const credits = await listCreditedByHand(tx, { user: userId, limit: CASES_MAX, offset: 0 });
  return [...new Set([...credits.map(({ byHand }) => byHand), `support ${userId}`])];
}
