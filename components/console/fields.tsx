'use client';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';

type Option = { value: string; label: string };

/** The browser insets what is chosen by 4 px, and makes it lower than a text that is typed. */
const SELECT = '-ms-1 min-h-7 w-full bg-transparent font-strong text-ink-1 outline-none';
const BOX = 'grid rounded-field bg-surface-2 px-4 py-2.5 outline-offset-2 focus-within:outline-2 focus-within:outline-accent';

type ChoiceProps = { label: string; options: readonly Option[]; button: string; onChoose(value: string): void };

/** A choice and the button that does something with it: a list alone would do it at each press of an arrow key. */
export function Choice({ label, options, button, onChoose }: ChoiceProps) {
  const [chosen, setChosen] = useState('');
  const value = options.some((option) => option.value === chosen) ? chosen : (options[0]?.value ?? '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
      <Box label={label}>
        {(id) => (
          <select className={SELECT} id={id} onChange={({ target }) => setChosen(target.value)} value={value}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </Box>
      <Button onClick={() => onChoose(value)} size="small" variant="ghost">
        {button}
      </Button>
    </div>
  );
}

type SelectProps = {
  label: string;
  name: string;
  options: readonly Option[];
  defaultValue?: string;
  isRequired?: boolean;
  /** With both the caller keeps the choice. */
  value?: string;
  onChoose?(value: string): void;
};

/** A choice of a form. */
export function Select({ label, name, options, defaultValue, isRequired, value, onChoose }: SelectProps) {
  return (
    <Box label={label}>
      {(id) => (
        <select
          className={SELECT}
          defaultValue={defaultValue}
          id={id}
          name={name}
          onChange={onChoose === undefined ? undefined : ({ target }) => onChoose(target.value)}
          required={isRequired}
          value={value}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Box>
  );
}

type LongProps = {
  label: string;
  name?: string;
  isOptional?: boolean;
  maxLength?: number;
  /** With both the caller keeps the text. */
  value?: string;
  defaultValue?: string;
  lang?: string;
  onChange?(text: string): void;
};

/** What the tick of one of several options is called in its form. */
export const tickName = (name: string, option: string) => `${name}.${option}`;

/** Several of some options, each ticked by itself. */
export function Ticks({ label, name, options }: { label: string; name: string; options: readonly string[] }) {
  return (
    <fieldset className="grid rounded-field bg-surface-2 px-4 py-2.5">
      <legend className="float-left w-full text-ink-2 text-micro">{label}</legend>
      {options.map((option) => (
        <label className="flex min-h-11 items-center gap-3 lg:min-h-8" key={option}>
          <input className="size-5 shrink-0 accent-(--accent)" name={tickName(name, option)} type="checkbox" />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A text of several lines. */
export function LongField({ label, name, isOptional = false, maxLength, value, defaultValue, lang, onChange }: LongProps) {
  return (
    <Box label={label}>
      {(id) => (
        <textarea
          className="w-full resize-y bg-transparent text-ink-1 outline-none"
          defaultValue={defaultValue}
          id={id}
          lang={lang}
          maxLength={maxLength}
          name={name}
          onChange={onChange === undefined ? undefined : ({ target }) => onChange(target.value)}
          required={!isOptional}
          rows={5}
          value={value}
        />
      )}
    </Box>
  );
}

function Box({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className={BOX}>
      <label className="text-ink-2 text-micro" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
