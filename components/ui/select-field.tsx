'use client';
import { type SelectHTMLAttributes, useId } from 'react';

type Props<V extends string> = {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'>;

/** A label above the platform's own picker in one tinted box. */
export function SelectField<V extends string>({ label, options, value, onChange, ...select }: Props<V>) {
  const id = useId();
  return (
    <div className="rounded-field bg-surface-2 px-4 py-2.5 focus-within:outline-2 focus-within:outline-accent">
      <label className="-mt-2 block pt-2 text-micro text-ink-2" htmlFor={id}>
        {label}
      </label>
      <select
        className="-ms-1 w-full bg-transparent py-1 font-strong text-ink-1 outline-none"
        id={id}
        onChange={(event) => onChange(event.target.value as V)}
        value={value}
        {...select}
      >
        {options.map((option) => (
          <option className="bg-surface-1" key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
