import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Spinner } from './spinner';

const VARIANTS = {
  /** The one main action of a screen. */
  action: 'bg-action text-action-ink',
  ghost: 'bg-surface-2 text-ink-1',
  buy: 'bg-up-fill text-on-fill',
  sell: 'bg-down-fill text-on-fill',
  danger: 'bg-danger-fill text-on-fill',
  /** Leads to a dialog that asks before anything is done. */
  dangerSoft: 'bg-danger-soft text-danger',
  quiet: 'bg-transparent text-accent',
  soft: 'bg-accent-soft text-accent',
} as const;
const SIZES = {
  main: 'min-h-13 w-full rounded-field px-3 py-2 text-[1rem]',
  small: 'min-h-11 rounded-full px-4 py-1 text-small',
  /** An icon in a row of a table, as large as a finger where fingers are used. */
  icon: 'size-9 rounded-full pointer-coarse:size-11',
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
type Look = { variant?: ButtonVariant; size?: keyof typeof SIZES; className?: string };

function look({ variant = 'action', size = 'main', className = '' }: Look): string {
  return `inline-flex items-center justify-center gap-2 text-center font-strong leading-tight transition-opacity active:opacity-80 disabled:opacity-50 aria-disabled:opacity-50 ${VARIANTS[variant]} ${SIZES[size]} ${className}`;
}

/** Stops a tap, and a form that Return would send through its button. */
function stop(event: MouseEvent): void {
  event.preventDefault();
}

/** A busy button keeps its width and the focus (a disabled one would lose it), says so to a screen reader and can't be tapped again. */
export function Button({
  variant,
  size,
  className,
  isBusy = false,
  onClick,
  children,
  ...rest
}: Look & { isBusy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={look({ variant, size, className })}
      onClick={isBusy ? stop : onClick}
      type="button"
      {...rest}
    >
      {isBusy ? <Spinner size={18} /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button. Plain anchor: for client navigation wrap `buttonClass()` around next/link. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: Look & { children: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={look({ variant, size, className })} {...rest}>
      {children}
    </a>
  );
}

/** Class names of a button, for next/link. */
export function buttonClass(input: Look = {}): string {
  return look(input);
}

/** A 44 px square for an icon; `label` is what a screen reader says. */
export function IconButton({ label, children, className = '', ...rest }: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      aria-label={label}
      className={`grid size-11 shrink-0 place-items-center rounded-full text-ink-2 active:bg-surface-2 disabled:opacity-50 aria-disabled:opacity-50 ${className}`}
      type="button"
      {...rest}
    >
      {children}
    </button>
  );
}
