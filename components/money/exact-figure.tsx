'use client';
import type { ReactNode } from 'react';
import { showToast } from '../ui/toast';

type Props = { exact: string; className: string; children: ReactNode };

/** A figure that is shown without its last digits: a tap says all of them, and nothing around it moves. */
export function ExactFigure({ exact, className, children }: Props) {
  return (
    <button
      className={`relative text-start before:absolute before:inset-x-0 before:top-1/2 before:h-11 before:-translate-y-1/2 ${className}`}
      onClick={() => showToast(exact)}
      suppressHydrationWarning
      title={exact}
      type="button"
    >
      {children}
    </button>
  );
}
