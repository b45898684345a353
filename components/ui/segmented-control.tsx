'use client';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

/** `key` is the key of a terminal that chooses it; `tone` the colour of the choice. */
export type Option<V extends string> = {
  value: V;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  key?: string;
  tone?: 'up' | 'down';
};

const TONES = {
  up: 'has-checked:bg-up-fill! has-checked:text-on-fill!',
  down: 'has-checked:bg-down-fill! has-checked:text-on-fill!',
} as const;

type Props<V extends string> = { label: string; options: readonly Option<V>[]; value: V; onChange: (value: V) => void; className?: string };

/** Two to four exclusive choices in one bar. */
export function SegmentedControl<V extends string>({ className = '', ...choice }: Props<V>) {
  return (
    <Choice
      {...choice}
      className={`side-by-side rounded-field bg-surface-2 p-[3px] ${className}`}
      optionClassName="relative grid min-h-11 cursor-pointer place-items-center rounded-[0.8rem] px-1 text-center font-strong text-ink-2 text-small leading-tight outline-offset-1 has-checked:bg-surface-0 has-disabled:opacity-50 has-checked:text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-accent"
    />
  );
}

/** The same choice as pills in a row that scrolls sideways when it has to, with what is chosen in view; a mouse can't, so on larger windows it goes on in the next line. */
export function Chips<V extends string>({ className = '', ...choice }: Props<V>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoView(row.current, choice.value), [choice.value]);
  return (
    <Choice
      {...choice}
      row={row}
      className={`-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none] md:flex-wrap ${className}`}
      optionClassName="relative grid min-h-9 shrink-0 pointer-coarse:min-w-11 cursor-pointer place-items-center whitespace-nowrap rounded-full bg-surface-2 px-3.5 font-strong text-ink-2 text-small outline-offset-1 before:absolute before:inset-x-0 before:-inset-y-1 has-checked:bg-accent-soft has-disabled:opacity-50 has-checked:text-accent has-checked:inset-ring-[1.5px] has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
    />
  );
}

/** For `className` of chips that are many for their column: on larger windows they stand closer, so that none is left alone in a second line. */
export const CLOSE_CHIPS = 'md:gap-1 md:[&>label]:px-2.5';

/** Moves a row sideways, and nothing else, until its choice is in the middle, where it is not whole between the row's margins as it is. */
function bringIntoView(row: HTMLElement | null, value: string): void {
  const choice = [...(row?.querySelectorAll('input') ?? [])].find((input) => input.value === value)?.getBoundingClientRect();
  if (row === null || choice === undefined) return;
  const view = row.getBoundingClientRect();
  const gutter = Number.parseFloat(getComputedStyle(row).paddingInlineStart) || 0;
  if (choice.left >= view.left + gutter && choice.right <= view.right - gutter) return;
  row.scrollLeft += choice.left + choice.width / 2 - (view.left + view.width / 2);
}

type ChoiceProps<V extends string> = Props<V> & { optionClassName: string; row?: RefObject<HTMLDivElement | null> };

/** Radio buttons underneath, so arrow keys work. */
function Choice<V extends string>({ label, options, value, onChange, className, optionClassName, row }: ChoiceProps<V>) {
  const name = useId();
  return (
    <div aria-label={label} className={className} ref={row} role="radiogroup">
      {options.map((option) => (
        <label className={option.tone === undefined ? optionClassName : `${optionClassName} ${TONES[option.tone]}`} key={option.value}>
          <input
            aria-keyshortcuts={option.key}
            checked={option.value === value}
            className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            disabled={option.disabled}
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          {option.icon === undefined ? (
            option.label
          ) : (
            <span className="flex items-center gap-2">
              {option.icon}
              {option.label}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
