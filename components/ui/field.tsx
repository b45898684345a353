'use client';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { useValidationMessage } from './use-validation-message';

export type FieldProps = {
  label: string;
  /** What is wrong, in words; announced, and tied to the input. */
  error?: string | null;
  hint?: ReactNode;
  /** Something beside the value: "Max", a unit, an eye. */
  after?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
} & InputHTMLAttributes<HTMLInputElement>;

/** A label above the value in one tinted box. */
export function Field({ label, error: refusal, hint, after, inputRef, className = '', id, ...input }: FieldProps) {
  const { complaint, listeners } = useValidationMessage(input);
  const error = refusal || complaint;
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  return (
    <div className={className}>
      <div
        className={`flex flex-wrap items-end justify-end gap-x-2 gap-y-3 rounded-field bg-surface-2 px-4 py-2.5 outline-offset-2 focus-within:outline-2 focus-within:outline-accent ${error ? 'outline-2 outline-danger' : ''}`}
      >
        <span className="min-w-[min(100%,7rem)] flex-1">
          <label className="-mt-2 block pt-2 text-micro text-ink-2" htmlFor={inputId}>
            {label}
          </label>
          <input
            aria-describedby={error || hint ? noteId : undefined}
            aria-invalid={error ? true : undefined}
            className="w-full min-w-0 bg-transparent py-0.5 font-strong text-ink-1 outline-none placeholder:font-plain placeholder:text-ink-3"
            id={inputId}
            ref={inputRef}
            {...input}
            {...listeners}
          />
        </span>
        {after ? <span className="flex max-w-full items-center pb-0.5 text-small text-accent">{after}</span> : null}
      </div>
      {error || hint ? (
        <p aria-live="polite" className={`px-4 pt-1.5 text-small ${error ? 'text-danger' : 'text-ink-2'}`} id={noteId}>
          {error || hint}
        </p>
      ) : null}
    </div>
  );
}
