'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import type { FormatSettings } from '@/lib/console/formatter';
import { wordOf } from '@/lib/operator/term-words';
import type { TermPath, TermShape } from '@/lib/operator/terms';
import { Select } from './fields';
import { readAmount, showAmount } from './typed-fields';
import { useFormatSettings } from './format-context';

/** What the exchange refused, where it stands: `channels.0.min`. */
export type TermFault = { path: string; text: string };
/** A value of terms where it stands, with what it was at first. */
export type Place = {
  path: TermPath;
  shape: TermShape;
  value: unknown;
  initial: unknown;
  fault: TermFault | null;
  onChange(value: unknown): void;
};

/** Where a value stands, as the exchange names it. */
export const keyOf = (path: TermPath) => path.join('.');

/** A value that is chosen. */
export function Chosen({ shape, path, value, onChange }: Place) {
  const { label, unit } = wordOf(path);
  const options = shape.kind === 'flag' ? [true, false] : shape.kind === 'choice' ? shape.options : [];
  const all = [...(shape.isNullable === true ? [null] : []), ...options];
  return (
    <Select
      label={unit === null ? label : `${label} (${unit})`}
      name={keyOf(path)}
      onChoose={(chosen) => onChange(all.find((option) => String(option) === chosen) ?? null)}
      options={all.map((option) => ({
        value: String(option),
        label: option === null ? 'none' : typeof option === 'boolean' ? (option ? 'yes' : 'no') : String(option),
      }))}
      value={String(value ?? null)}
    />
  );
}

/** What was typed into a value of its shape, or what is wrong with it. */
function readTerm(text: string, shape: TermShape, settings: FormatSettings): { value: unknown } | { fault: string } {
  if (text === '') return shape.isNullable === true ? { value: null } : { fault: 'Something has to stand here.' };
  if (shape.kind === 'text') return { value: text };
  // A fraction below one is read the same everywhere, however many digits it has.
  const fraction = /^0[.,]([0-9]{1,18})$/.exec(text)?.[1];
  const read = fraction === undefined ? readAmount(text, settings) : { value: `0.${fraction}` };
  if ('fault' in read) return read;
  const decimal = String(read.value)
    .replace(/(\.[0-9]*?)0+$/, '$1')
    .replace(/\.$/, '');
  if (shape.kind === 'decimal') {
    const isTaken = shape.pattern === null || new RegExp(shape.pattern).test(decimal);
    return isTaken ? { value: decimal } : { fault: `${text} is not taken here: too large, too small, or of too many decimals.` };
  }
  if (shape.kind !== 'whole') return { value: decimal };
  const { min, max } = shape;
  const number = Number(decimal);
  const isIn = !decimal.includes('.') && (min === null || number >= min) && (max === null || number <= max);
  return isIn ? { value: number } : { fault: `A whole number ${min ?? 0}${max === null ? ' or more' : ` to ${max}`}.` };
}

/** A value that is typed; what can't be read keeps its form from being sent, and says why. */
export function Leaf({ shape, path, initial, fault, typed, onChange }: Place & { typed: unknown }) {
  const settings = useFormatSettings();
  const shown = (value: unknown) =>
    value === null || value === undefined ? '' : shape.kind === 'text' ? String(value) : showAmount(String(value), settings);
  const [text, setText] = useState(() => shown(typed));
  const [unread, setUnread] = useState<string | null>(null);
  const { label, unit } = wordOf(path);
  const name = keyOf(path);
  function type(next: string, input: HTMLInputElement) {
    setText(next);
    // What was there stays what it is, however its decimals are written.
    const read = next.trim() === shown(initial) && initial !== undefined ? { value: initial } : readTerm(next.trim(), shape, settings);
    const wrong = 'fault' in read ? read.fault : null;
    setUnread(wrong);
    input.setCustomValidity(wrong ?? '');
    onChange('fault' in read ? next : read.value);
  }
  return (
    <Field
      after={unit ?? undefined}
      autoComplete="off"
      data-term={name}
      error={unread ?? (fault?.path === name ? fault.text : null)}
      inputMode={shape.kind === 'text' ? undefined : 'decimal'}
      label={shape.isNullable === true ? `${label} (or empty)` : label}
      maxLength={shape.kind === 'text' ? (shape.max ?? undefined) : undefined}
      onChange={({ target }) => type(target.value, target)}
      required={shape.isNullable !== true}
      value={text}
    />
  );
}
