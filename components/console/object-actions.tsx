import { OPERATOR_HALT_REASONS } from '@/lib/protocol/wire';
import { type ActionField, ActionForm } from './action-form';
import { FOLLOW_FIELDS, RENUMBER_FIELDS, STOP_FIELDS } from './network-actions';
import type { TermShape } from '@/lib/operator/terms';
import { Part } from './parts';
import { PRESALE_TERMS } from './presales';
import { FEE_FIELDS, FEES_TOLD, VERSION_FIELDS } from './registry-actions';

type Offer = {
  title: string;
  label: string;
  told?: string;
  fields?: readonly ActionField[];
  /** It writes something whole: the version that is shown is told, and what somebody changed meanwhile is not written over. */
  isWhole?: true;
  /** How the action names the object. */
  input(id: string): Readonly<Record<string, string>>;
};

const named = (name: string) => (id: string) => ({ [name]: id });
/** An object whose name is two words: of an entry its kind and code, of an event its consumer and number. */
const twoWords =
  (first: string, second: string) =>
  (id: string): Record<string, string> => ({ [first]: id.slice(0, id.indexOf(' ')), [second]: id.slice(id.indexOf(' ') + 1) });

/** What a market is halted with. */
export const HALT_FIELD: ActionField = { name: 'reason', label: 'What members read', options: OPERATOR_HALT_REASONS };
export const HALT_TOLD =
  'At once: no new spot orders and seconds contracts, and of perpetual orders only those that make a position smaller. Prices, settlements and liquidations go on. Everybody reads the reason.';
/** What money of a pool is booked with. */
export const FUNDING_FIELDS: readonly ActionField[] = [
  { name: 'amount', label: 'Amount', kind: 'amount' },
  { name: 'asset', label: 'Coin', hint: 'USDT when empty', isOptional: true },
  { name: 'reference', label: 'Number of the transfer', hint: 'Counts once' },
];
const event = twoWords('consumer', 'event');

/** Each action that is offered on the page of an object. */
const OFFERS: Readonly<Record<string, Offer>> = {
  'markets.halt': { title: 'Halt it', label: 'Halt the market', told: HALT_TOLD, fields: [HALT_FIELD], input: named('market') },
  'markets.resume': { title: 'Resume it', label: 'Ask to resume the market', input: named('market') },
  'networks.resume': { title: 'Let it go on', label: 'Ask to let it go on', input: named('network') },
  'networks.follow': { title: 'Follow it again', label: 'Ask to follow it', fields: FOLLOW_FIELDS, input: named('network') },
  'networks.pause': { title: 'Stop it', label: 'Stop it', fields: STOP_FIELDS, input: named('network') },
  'networks.renumber': {
    ...{ title: 'Number its payments anew', label: 'Ask to number them anew', fields: RENUMBER_FIELDS, input: named('network') },
    told: 'After somebody else signed with the key, or a number went missing. Nothing is signed before that.',
  },
  'pools.fund': { title: 'Fund it', label: 'Ask to fund it', fields: FUNDING_FIELDS, input: named('pool') },
  'pools.defund': { title: 'Take out of it', label: 'Ask to take out of it', fields: FUNDING_FIELDS, input: named('pool') },
  'jobs.retry': { title: 'Try it again', label: 'Try the job again', told: 'From where it stopped.', input: named('job') },
  'rows.retry': { title: 'Try it again', label: 'Try it again now', told: 'With the next look of its job.', input: named('row') },
  'events.retry': {
    title: 'Handle it after all',
    label: 'Handle the event',
    told: 'In a job of its own; what waits behind it follows.',
    input: event,
  },
  'events.skip': {
    title: 'Leave it undone',
    label: 'Ask to leave it undone',
    told: 'For good; two agree on it. What waits behind it follows.',
    input: event,
  },
  'events.give-up': {
    ...{ title: 'Give its events up', label: 'Ask to give them up', input: named('consumer') },
    told: 'Nobody has read for it for three days. What only a version that is gone reads is never handled; an exchange that knows the rest goes on past it. Two agree on it.',
  },
  'registry.change': {
    ...{ title: 'Change it', label: 'Ask for another version', fields: VERSION_FIELDS, isWhole: true },
    input: twoWords('kind', 'code'),
  },
  'fees.change': {
    ...{ title: 'Change what trading costs', label: 'Ask for other fees', told: FEES_TOLD, fields: FEE_FIELDS, isWhole: true },
    input: (id) => ({ product: id.slice(id.indexOf(' ') + 1) }),
  },
  'announcements.end': { title: 'End it', label: 'End the announcement', told: 'At once, for everybody.', input: named('announcement') },
  'presale.change': {
    ...{ title: 'Change its terms', label: 'Ask for other terms', told: 'As long as nobody has bought in it.', isWhole: true },
    fields: PRESALE_TERMS,
    input: named('id'),
  },
  'presale.cancel': { title: 'Call it off', label: 'Ask to call it off', told: 'Every payment goes back.', input: named('id') },
  'incidents.note': {
    ...{ title: 'Say something about it', label: 'Ask to publish', input: named('incident'), isWhole: true },
    fields: [{ name: 'texts', label: 'What everybody reads', kind: 'texts', parts: [{ name: '', label: 'Text', isLong: true }] }],
    told: 'Only the languages that are written anew are changed. English is there first.',
  },
};

/** A field with what is true now. What is made of parts comes as JSON, terms of the registry with what they are made of. */
function beginWith(field: ActionField, values: Readonly<Record<string, string>>): ActionField {
  const now = values[field.name] ?? '';
  const read = (text: string): unknown => (text === '' ? null : JSON.parse(text));
  if (field.kind === 'texts') return { ...field, initial: (read(now) ?? {}) as NonNullable<ActionField['initial']> };
  if (field.kind !== 'terms') return { ...field, value: values[field.name] };
  const shape = field.shape ?? (read(values.shape ?? '') as TermShape | null) ?? undefined;
  return { ...field, terms: read(now), shape };
}

type Props = { id: string; acts: readonly string[]; values: Readonly<Record<string, string>> };

/** What can be done about an object as it is now; what its forms begin with is what is true now. */
export function ObjectActions({ id, acts, values }: Props) {
  return acts.map((act) => {
    const offer = OFFERS[act];
    if (offer === undefined) return null;
    const { title, label, told, fields = [], isWhole, input } = offer;
    const base = isWhole === true ? { base: values.base } : {};
    return (
      // What is typed belongs to the version that it was typed beside.
      <Part key={`${act} ${base.base ?? ''}`} title={title}>
        {told === undefined ? null : <p className="text-ink-2 text-small">{told}</p>}
        <ActionForm act={act} fields={fields.map((field) => beginWith(field, values))} input={{ ...input(id), ...base }} label={label} />
      </Part>
    );
  });
}
