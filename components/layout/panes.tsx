'use client';
import type { ReactNode } from 'react';
import { useIsWide, type WideFrom } from './use-media';

/** Parts of a trading screen; globals.css says where each stands on a tablet and on a desktop. */
export type PaneArea = 'markets' | 'head' | 'chart' | 'book' | 'tape' | 'ticket' | 'orders';

/** Hidden below a width by style, so that the room is kept from the first byte on, while what fills it is loaded only where it is seen. */
const HIDDEN_BELOW = { tablet: 'max-md:hidden', desktop: 'max-lg:hidden', full: 'max-xl:hidden' } as const;

/** A part that is there at any width. */
export function Pane({ area, label, children }: { area: PaneArea; label?: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={`pane pane-${area}`} data-pane={area}>
      {children}
    </section>
  );
}

/** A part for wide windows alone: on a phone neither its code is loaded nor its reads are asked for. */
export function WidePane({ area, label, from, children }: { area: PaneArea; label?: string; from: WideFrom; children: ReactNode }) {
  const isWide = useIsWide(from);
  return (
    // The tape scrolls and holds no control: without this the keyboard could not read on.
    <section
      aria-label={label}
      className={`pane pane-${area} ${HIDDEN_BELOW[from]}`}
      data-pane={area}
      tabIndex={area === 'tape' ? 0 : undefined}
    >
      {isWide ? children : null}
    </section>
  );
}

/** One part in two forms: `narrow` below a width, drawn by the server, `wide` from there on. */
export function EitherPane({ from, narrow, wide }: { from: 'tablet' | 'desktop'; narrow: ReactNode; wide: ReactNode }) {
  const isWide = useIsWide(from);
  if (isWide) return wide;
  return <div className={`grid grid-cols-1 gap-3 ${from === 'desktop' ? 'lg:hidden' : 'md:hidden'}`}>{narrow}</div>;
}
