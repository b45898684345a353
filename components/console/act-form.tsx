'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import type { ActOutcome } from '@/lib/operator/define';
import { LongField } from './fields';
import { post } from './post';
import { readTexts, type TextPart, TextsField } from './texts-field';

export type ActField = {
  name: string;
  label: string;
  hint?: string;
  isOptional?: boolean;
  options?: readonly string[];
  isList?: boolean;
  /** What stands in it at first. */
  value?: string;
  /** What is typed: a text unless said, `long` one of several lines. A time becomes ms. */
  kind?: 'json' | 'time' | 'long' | 'texts';
  /** Of texts: what stands in each language, and how it stands there now. */
  parts?: readonly TextPart[];
  initial?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
type Props = {
  act: string;
  /** What the act is told beside what is typed. */
  input: Readonly<Record<string, unknown>>;
  label: string;
  fields?: readonly ActField[];
  variant?: ButtonVariant;
};
/** No act has a field of this name: what goes into the log is not what somebody else reads. */
const REASON = 'reason of the log';
type Said = { tone: 'info' | 'danger'; text: string; preview?: string };

/** Asks for an act: reason, what it needs beside, one button. What a second operator has to agree to is shown line by line. */
export function ActForm({ act, input, label, fields = [], variant = 'ghost' }: Props) {
  const router = useRouter();
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    const typed = fields.map((field) => [field.name, readField(field, values)] as const);
    const given = typed.filter(([name, value]) => value !== '' || fields.find((field) => field.name === name)?.isOptional !== true);
    const body = { reason: String(values.get(REASON) ?? ''), input: { ...input, ...Object.fromEntries(given) } };
    const answer = await post<ActOutcome>(`acts.${act}`, body);
    setBusy(false);
    if (!answer.ok) return setSaid({ tone: 'danger', text: answer.message });
    form.reset();
    setSaid(
      answer.data.state === 'done'
        ? { tone: 'info', text: `Done: ${answer.data.outcome}.` }
        : { tone: 'info', text: `Request ${answer.data.requestId} waits for a second operator.`, preview: answer.data.preview },
    );
    router.refresh();
  }

  return (
    <form className="grid gap-2" onSubmit={send}>
      {fields.map((field) => (
        <TypedField field={field} key={field.name} />
      ))}
      <Field autoComplete="off" label="Reason (in the log for good)" maxLength={500} name={REASON} required />
      <Button isBusy={isBusy} size="small" type="submit" variant={variant}>
        {label}
      </Button>
      {said === null ? null : (
        <Notice isAlert tone={said.tone}>
          {said.text}
          {said.preview ? <pre className="whitespace-pre-wrap wrap-anywhere pt-1">{said.preview}</pre> : null}
        </Notice>
      )}
    </form>
  );
}

/** What is no JSON, or no time, is sent as it is: the act says what is wrong with it. */
function readField({ name, isList, kind, parts = [], initial }: ActField, values: FormData): unknown {
  if (kind === 'texts') return readTexts({ name, parts, initial }, values);
  const text = String(values.get(name) ?? '').trim();
  if (isList) return values.getAll(name);
  if (kind === 'time') return Date.parse(text) || text;
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function TypedField({ field }: { field: ActField }) {
  const { name, label, hint, options, kind, parts = [], initial, value, isOptional = false, isList = false } = field;
  if (kind === 'texts') return <TextsField initial={initial} label={label} name={name} parts={parts} />;
  if (kind === 'long' || (kind === 'json' && value?.includes('\n') === true))
    return <LongField defaultValue={value} isOptional={isOptional} label={label} name={name} />;
  if (options === undefined)
    return <Field autoComplete="off" defaultValue={value} hint={hint} label={label} name={name} required={!isOptional} />;
  return (
    <label className="grid gap-0.5 rounded-field bg-surface-2 px-4 py-2.5">
      <span className="text-ink-2 text-micro">{label}</span>
      <select
        className="w-full bg-transparent font-strong text-ink-1"
        defaultValue={value}
        multiple={isList}
        name={name}
        required={!isOptional}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
