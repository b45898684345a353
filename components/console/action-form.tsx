'use client';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { ButtonVariant } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import type { FormatSettings } from '@/lib/console/formatter';
import type { ActionOutcome } from '@/lib/operator/define';
import type { TermShape } from '@/lib/operator/terms';
import { LongField, Select, tickName, Ticks } from './fields';
import { clearResult, keepResult, type ActionResult, ResultNotice } from './last-result';
import { SubmitForm } from './client-form';
import { post } from './post';
import type { TermFault } from './term-leaf';
import { TermsField } from './terms-field';
import { readTexts, type TextPart, TextsField } from './texts-field';
import { readAmount, readTime, readWhole, showAmount, showTime, type TypedValue } from './typed-fields';
import { useFormatSettings, useMay } from './format-context';

export type ActionField = {
  name: string;
  label: string;
  /** Numbers in braces are written as the operator types them: `{0.0008} is {0.08} %`. */
  hint?: string;
  isOptional?: boolean;
  /** Characters of a typed text. */
  maxLength?: number;
  options?: readonly string[];
  isList?: boolean;
  /** What stands in it at first: of an amount a plain decimal, of a time ISO. */
  value?: string;
  /**
   * What is typed: a text unless said, `long` one of several lines, `amount` a decimal, `whole` a number without decimals, `time` a moment on the operator's own clock,
   * which is sent in ms, `moment` the same, sent as ISO, `terms` what a shape asks for.
   */
  kind?: 'terms' | 'time' | 'moment' | 'amount' | 'whole' | 'long' | 'texts';
  /** Of terms: what they are made of, and what they are now. */
  shape?: TermShape;
  terms?: unknown;
  /** Of texts: what stands in each language, and how it stands there now. */
  parts?: readonly TextPart[];
  initial?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
type Props = {
  act: string;
  /** What the action is told beside what is typed. */
  input: Readonly<Record<string, unknown>>;
  label: string;
  fields?: readonly ActionField[];
  variant?: ButtonVariant;
};
/** No action has a field of this name: what goes into the log is not what somebody else reads. */
const REASON = 'reason of the log';
type Answered = { isDone: boolean; said: ActionResult };
/** How the exchange says which field it refuses: `terms.channels.0.min: ...`. */
const REFUSED = /^([a-zA-Z]+)((?:\.[A-Za-z0-9_]+)*): (.+)$/s;

/** Returns what was refused, by the field that it stands in; null: no field of these. */
function findRefused(message: string, fields: readonly ActionField[]): (TermFault & { name: string }) | null {
  const [, name = '', path = '', text = ''] = REFUSED.exec(message) ?? [];
  return fields.some((field) => field.name === name) ? { name, path: path.slice(1), text } : null;
}

const sayOutcome = (outcome: ActionOutcome): ActionResult =>
  outcome.state === 'done'
    ? { text: `Done: ${outcome.outcome}.` }
    : { text: `Request ${outcome.requestId} waits for a second operator.`, preview: outcome.preview };

/** What was done may take its own form from the page: what was said of it is then said by the page. */
function useKeptSaid(path: string | null, answered: Answered | null): void {
  const last = useRef(answered);
  useEffect(() => {
    last.current = answered;
  }, [answered]);
  useEffect(
    () => () => {
      if (path !== null && last.current?.isDone === true) keepResult({ path, ...last.current.said });
    },
    [path],
  );
}

/** Asks for an action: reason, what it needs beside, one button. What a second operator has to agree to is shown line by line. Who lacks the role is told so ahead. */
export function ActionForm(props: Props) {
  return useMay(props.act) ? <AskedAction {...props} /> : <p className="text-ink-2 text-small">Your roles do not include this.</p>;
}

function AskedAction({ act, input, label, fields = [], variant = 'ghost' }: Props) {
  const router = useRouter();
  const settings = useFormatSettings();
  const path = usePathname();
  const [answered, setAnswered] = useState<Answered | null>(null);
  useKeptSaid(path, answered);
  const [isBusy, setBusy] = useState(false);
  const refused = answered?.isDone === false ? findRefused(answered.said.text, fields) : null;
  const refuse = (text: string) => setAnswered({ isDone: false, said: { text } });

  async function send(form: HTMLFormElement) {
    const values = new FormData(form);
    const typed = readFields(fields, values, settings);
    if ('fault' in typed) {
      refuse(typed.fault);
      const field = form.elements.namedItem(typed.name);
      return field instanceof HTMLElement ? field.focus() : undefined;
    }
    setBusy(true);
    clearResult();
    const body = { reason: String(values.get(REASON) ?? ''), input: { ...input, ...typed.input } };
    const answer = await post<ActionOutcome>(`acts.${act}`, body);
    setBusy(false);
    if (!answer.ok) {
      refuse(answer.message);
      return focusRefused(form, findRefused(answer.message, fields));
    }
    form.reset();
    setAnswered({ isDone: true, said: sayOutcome(answer.data) });
    router.refresh();
  }

  return (
    <SubmitForm
      after={
        answered === null ? null : answered.isDone ? (
          <ResultNotice said={answered.said} />
        ) : (
          <Notice isAlert tone="danger">
            {answered.said.text}
          </Notice>
        )
      }
      deeds={[{ label, variant, isBusy, onDo: (form) => void send(form) }]}
    >
      {fields.map((field) => (
        <TypedField fault={refused?.name === field.name ? refused : null} field={field} key={field.name} settings={settings} />
      ))}
      <Field autoComplete="off" label="Reason (in the log for good)" maxLength={500} name={REASON} required />
    </SubmitForm>
  );
}

/** Leads to the field that was refused. */
function focusRefused(form: HTMLFormElement, refused: (TermFault & { name: string }) | null): void {
  if (refused === null) return;
  const inTerms = form.querySelector<HTMLElement>(`[data-term="${refused.path}"]`);
  // A folded row opens with its fault, after this.
  if (inTerms !== null) return void setTimeout(() => inTerms.focus(), 0);
  const field = form.elements.namedItem(refused.name);
  if (field instanceof HTMLElement) field.focus();
}

type Typed = { input: Record<string, unknown> } | { name: string; fault: string };

/** Reads every field, or says which one can't be read; what was left empty and may be is left out. */
function readFields(fields: readonly ActionField[], values: FormData, settings: FormatSettings): Typed {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const read = readField(field, values, settings);
    if ('fault' in read) return { name: field.name, fault: `${field.label}: ${read.fault}` };
    if (read.value !== '' || field.isOptional !== true) input[field.name] = read.value;
  }
  return { input };
}

function readField(
  { name, isList, isOptional, kind, parts = [], initial, options = [] }: ActionField,
  values: FormData,
  settings: FormatSettings,
): TypedValue {
  if (kind === 'texts') return { value: readTexts({ name, parts, initial }, values) };
  const text = String(values.get(name) ?? '').trim();
  if (isList) return { value: options.filter((option) => values.has(tickName(name, option))) };
  if (text === '' && isOptional === true) return { value: '' };
  if (kind === 'time' || kind === 'moment') return readTime(text, settings, kind === 'time' ? 'ms' : 'iso');
  if (kind === 'amount') return readAmount(text, settings);
  if (kind === 'whole') return readWhole(text, settings);
  return { value: kind === 'terms' && text !== '' ? (JSON.parse(text) as unknown) : text };
}

/** A field as its kind is typed. */
function inputOf({ kind, label, value, maxLength }: ActionField, settings: FormatSettings) {
  if (kind === 'time' || kind === 'moment') {
    return { label: `${label} (${settings.timeZone})`, type: 'datetime-local', defaultValue: value ? showTime(value, settings) : value };
  }
  if (kind === 'amount' || kind === 'whole')
    return { label, inputMode: 'decimal' as const, defaultValue: value ? showAmount(value, settings) : value };
  return { label, defaultValue: value, maxLength };
}

type TypedProps = { field: ActionField; settings: FormatSettings; fault: TermFault | null };

function TypedField({ field, settings, fault }: TypedProps) {
  const { name, label, hint, options, kind, parts = [], initial, shape, terms, value, isOptional = false, isList = false } = field;
  if (shape !== undefined) return <TermsField fault={fault} initial={terms} label={label} name={name} shape={shape} />;
  if (kind === 'texts') return <TextsField initial={initial} label={label} name={name} parts={parts} />;
  if (kind === 'long') return <LongField defaultValue={value} isOptional={isOptional} label={label} name={name} />;
  if (options === undefined) {
    const told = hint?.replace(/\{([\d.]+)\}/g, (_whole, decimal: string) => showAmount(decimal, settings));
    return (
      <Field autoComplete="off" error={fault?.text ?? null} hint={told} name={name} required={!isOptional} {...inputOf(field, settings)} />
    );
  }
  if (isList) return <Ticks label={label} name={name} options={options} />;
  const choices = options.map((option) => ({ value: option, label: option }));
  return <Select defaultValue={value} isRequired={!isOptional} label={label} name={name} options={choices} />;
}
