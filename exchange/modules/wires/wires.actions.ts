import { z } from 'zod';
import { previewWire, WIRE_REFUSALS } from '../../../lib/rules/wire';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { hashInput } from '../../platform/idempotency';
import { describePostings, getAssetScale, postJournals } from '../ledger/ledger';
import { ActionRefused, defineAction } from '../operators/operators';
import type { WireTerms } from '../registry/registry';
import { wireCredited, wireRefused } from './wires.events';
import { creditJournal, wireAccounts } from './wires.postings';
import { compareSender, type ReadName } from './wires.names';
import { makeReference } from './wires.reference';
import * as repository from './wires.repository';
import type { Wire } from './wires.repository';

const QUEUE_MAX = 100;
const id = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a bank transfer');
/** Of dollars that arrive and of the coin that is credited for them, one for one. */
const MONEY_SCALE = getAssetScale('USDT');
const cents = z.string().regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/, 'an amount in whole cents');
const show = ({ asset }: Pick<Wire, 'asset'>, units: bigint) => fromUnits(units, getAssetScale(asset));

/** What a request was made about, so that whoever approves it approves exactly that. `asked` a decimal. */
const facts = z.strictObject({
  id,
  user: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user'),
  reference: z.string().max(20),
  asked: z.string().max(40),
  currency: z.literal('USD'),
  asset: z.literal('USDT'),
  feeRate: z.string().max(20),
});
type WireFacts = z.infer<typeof facts>;

const factsOf = (row: Wire) => {
  const { id: wire, userId: user, reference, currency, asset, feeRate } = row;
  return { id: wire, user, reference, asked: show(row, row.asked), currency, asset, feeRate };
};

/** Returns what of a bank transfer goes into a request of operators; null: there is none. Amounts are decimals. */
export async function readWireFacts(tx: Tx, wire: string): Promise<ReturnType<typeof factsOf> | null> {
  const row = await repository.findWire(tx, wire);
  return row === null ? null : factsOf(row);
}

const sayWhat = ({ id: wire, user, reference, asked, currency, feeRate }: WireFacts) =>
  `bank transfer ${wire} of user ${user} under ${reference}: ${asked} ${currency} asked for, fee rate ${feeRate}`;

/** @throws ActionRefused where it is decided in a way that can't be undone, or isn't what was asked about */
async function take(tx: Tx, { facts: said, isLate }: { facts: WireFacts; isLate: boolean }): Promise<Wire> {
  const wire = said.id;
  const row = await repository.lockWire(tx, wire);
  if (row === null) throw new ActionRefused('INPUT_INVALID', `There is no bank transfer ${wire}.`);
  if (hashInput(factsOf(row)) !== hashInput(said)) {
    throw new ActionRefused('REQUEST_ALTERED', `Bank transfer ${wire} is not what was asked about.`);
  }
  const isOpen = row.state === 'waiting' || row.state === 'review' || (isLate && row.state === 'cancelled');
  if (!isOpen) throw new ActionRefused('INPUT_INVALID', `Bank transfer ${wire} is ${row.state}: nothing changed.`);
  return row;
}

/** How a line is kept is how it is looked for: neither an exotic blank nor a letter that looks like another makes a second one of it. */
const bankLine = z
  .string()
  .overwrite((text) => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim())
  .min(1)
  .max(60)
  .regex(/^[ -~]*$/, "the bank's number of the line: Latin letters without accents, digits and signs");

/** What was read on the bank's list. `arrived` and `credited` are decimals. */
type BankLine = z.infer<typeof lineInput>;
const lineFields = {
  line: bankLine,
  arrived: cents,
  sender: z.string().trim().min(1).max(140),
  credited: z.string().regex(/^[0-9]{1,9}(\.[0-9]{1,8})?$/, 'what the account receives'),
};
export const lineInput = z.strictObject(lineFields);

type Sums = Pick<BankLine, 'arrived' | 'credited'>;
/** Adds to a schema that nobody receives more than arrived: what is left is a fee. */
export const refineSums = <T extends z.ZodType<Sums>>(schema: T) =>
  schema.refine(({ arrived, credited }) => toUnits(credited, MONEY_SCALE) <= toUnits(arrived, MONEY_SCALE), {
    path: ['credited'],
    message: 'no more than what arrived',
  });

/** Returns the postings of a credit as lines: what arrived, what the account receives, and the rest as our fee. Amounts are decimals. */
export function describeCredit({
  user: userId,
  currency,
  asset,
  arrived,
  credited,
}: Sums & Pick<WireFacts, 'user' | 'currency' | 'asset'>): string[] {
  const came = toUnits(arrived, getAssetScale(asset));
  const fee = came - toUnits(credited, getAssetScale(asset));
  return describePostings(asset, creditJournal({ id: '0', userId, currency, asset, arrived: came, fee, at: 0 }).postings);
}

/** Returns what a line of the bank comes to under the terms of its row, in base units. @throws ActionRefused where it was credited before, or where who asks says otherwise */
async function judgeLine(tx: Tx, { line, arrived, credited }: BankLine, { feeRate, asset }: Pick<Wire, 'feeRate' | 'asset'>) {
  const used = await repository.findByLine(tx, line);
  if (used !== null) throw new ActionRefused('INPUT_INVALID', `The bank's line ${line} was credited to bank transfer ${used} before.`);
  const preview = previewWire(feeRate, arrived);
  const scale = getAssetScale(asset);
  const said = toUnits(credited, scale);
  if (preview === null || toUnits(preview.credited, scale) !== said || said <= 0n) {
    throw new ActionRefused('INPUT_INVALID', `Of ${arrived} the account receives ${preview?.credited ?? 'nothing'}: nothing changed.`);
  }
  return { preview, arrived: toUnits(preview.arrived, scale), fee: toUnits(preview.fee, scale) };
}

const DAY_MS = 86_400_000;

/** A transfer that came without a reference of ours, or under one that was refused. `terms`: those in force; `byHand`: the case of a queue in which its member missed it; `at` in ms. */
type EnteredWire = { userId: string; found: BankLine; terms: WireTerms; byHand: string; at: number };

/** Credits by hand what the bank has and no row of its member is open for, as a row of its own. Returns the row's number. @throws ActionRefused */
export async function enterWire(tx: Tx, { userId, found, terms, byHand, at }: EnteredWire): Promise<string> {
  const { currency, asset, feeRate, bank, max } = terms;
  if (bank === null) throw new ActionRefused('INPUT_INVALID', 'Bank transfers are not offered: nothing changed.');
  const { preview, ...sums } = await judgeLine(tx, found, terms);
  const before = await repository.sumByHand(tx, { userId, since: at - DAY_MS });
  if (before + sums.arrived - sums.fee > toUnits(max, getAssetScale(asset))) {
    const were = show({ asset }, before);
    throw new ActionRefused(
      'INPUT_INVALID',
      `Within 24 hours one person is credited ${max} ${asset} by hand at most, and ${were} were: nothing changed.`,
    );
  }
  const row = { userId, currency, asset, feeRate, bank, line: found.line, sender: found.sender, ...sums, at, byHand };
  const wire = await repository.insertEntered(tx, { ...row, reference: makeReference() });
  if (wire === null) throw new ActionRefused('INPUT_INVALID', 'The reference that was drawn is taken: approve it once more.');
  await postJournals(tx, [creditJournal({ id: wire, userId, currency, asset, ...sums, at })]);
  const payload = { wire, currency, asset, amount: preview.credited, how: 'hand' as const };
  await appendEvents(tx, [wireCredited.create({ userId, mode: 'real', at, payload })]);
  return wire;
}

/**
 * Credits what arrived at the bank, once: the row is locked and leaves its state with the posting, and a line of the bank counts for one row.
 * Who asks says what the account is to receive; where that isn't what the terms of the row make of it, nothing happens.
 */
export const creditWireAction = defineAction({
  name: 'wires.credit',
  schema: refineSums(facts.extend(lineFields)),
  describe: ({ line, arrived, sender, credited, ...of }) => [
    sayWhat(of),
    `the bank's line ${line} says ${arrived} ${of.currency} from ${sender}`,
    `journal WIRE_DEPOSIT wire:${of.id}`,
    ...describeCredit({ ...of, arrived, credited }),
  ],
  async run(tx, { input: { line, arrived, sender, credited, ...of }, at }) {
    const row = await take(tx, { facts: of, isLate: true });
    const { preview, ...sums } = await judgeLine(tx, { line, arrived, sender, credited }, row);
    const { id: wire, userId, currency, asset } = row;
    await repository.markCredited(tx, { id: wire, line, sender, ...sums, at });
    await postJournals(tx, [creditJournal({ id: wire, userId, currency, asset, ...sums, at })]);
    await appendEvents(tx, [
      wireCredited.create({ userId, mode: 'real', at, payload: { wire, currency, asset, amount: preview.credited } }),
    ]);
    const other = sums.arrived === row.asked ? '' : `, asked for were ${show(row, row.asked)}`;
    return `bank transfer ${wire} of user ${userId}: ${arrived} ${currency} arrived${other}; ${preview.credited} ${asset} credited, fee ${preview.fee}`;
  },
});

/** Refuses, by two operators. No money moves here; what the bank has goes back by the bank. */
export const refuseWireAction = defineAction({
  name: 'wires.refuse',
  schema: facts.extend({ reason: z.enum(WIRE_REFUSALS, `one of ${WIRE_REFUSALS.join(', ')}`) }),
  describe: ({ reason, ...of }) => [sayWhat(of), `is refused: ${reason}; no money moves here`],
  async run(tx, { input: { reason, ...of }, at }) {
    const row = await take(tx, { facts: of, isLate: false });
    await repository.markRefused(tx, { id: row.id, reason, at });
    const { id: wire, userId, currency, asset } = row;
    const payload = { wire, currency, asset, amount: show(row, row.asked), reason };
    await appendEvents(tx, [wireRefused.create({ userId, mode: 'real', at, payload })]);
    return `bank transfer ${wire} of user ${userId} was refused: ${reason}`;
  },
});

/** Returns what waits as lines. */
export async function describeWires(tx: Tx): Promise<string[]> {
  return (await repository.listOpen(tx, QUEUE_MAX)).map((row) => {
    const said =
      row.state === 'review' ? `says it was sent${row.picture === null ? '' : `, picture ${row.picture}`}` : 'not said to be sent';
    return `${row.id}  user ${row.userId}  ${row.reference}  ${show(row, row.asked)} ${row.currency}  ${new Date(row.askedAt).toISOString()}  ${said}`;
  });
}

/** Returns what an operator compares with the bank's line: the verified name of its owner among it. */
export async function showWire(tx: Tx, wire: string, readName: ReadName): Promise<string[]> {
  const row = await repository.findWire(tx, wire);
  if (row === null) return ['there is none'];
  const asked = show(row, row.asked);
  const preview = previewWire(row.feeRate, asked);
  const { bank, user, fees } = wireAccounts(row);
  const name = await readName(tx, row.userId);
  const compared = { same: ', the verified name', other: ', ANOTHER NAME' };
  const sameness = compareSender(row, name);
  return [
    `reference ${row.reference}, state ${row.state}`,
    `asked for: ${asked} ${row.currency} to ${row.bank.holder}, ${row.bank.name}, ${row.bank.account}`,
    `fee ${row.feeRate}: of ${asked} the account receives ${preview?.credited ?? '-'} ${row.asset}`,
    `verified name: ${name === null ? 'none' : `${name.firstName} ${name.lastName}`}`,
    `posted: ${bank} to ${user} and ${fees}`,
    ...(row.picture === null ? [] : [`picture ${row.picture}`]),
    ...(row.line === null
      ? []
      : [`credited under the bank's line ${row.line} from ${row.sender ?? '-'}${sameness === null ? '' : compared[sameness]}`]),
  ];
}
