'use client';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Panes whose size a user sets: the smallest, the usual and the largest in px; globals.css has the usual sizes as well. */
export const PANE_SIZES = {
  markets: { min: 180, usual: 232, max: 360 },
  book: { min: 200, usual: 244, max: 420 },
  ticket: { min: 272, usual: 304, max: 440 },
  orders: { min: 120, usual: 252, max: 520 },
} as const;
export type SizedPane = keyof typeof PANE_SIZES;

/** By how much an arrow key moves the line. */
const STEP_PX = 16;

type Props = {
  pane: SizedPane;
  /** Which way the pane grows when the line is moved right or down. */
  grows: 1 | -1;
};

/** The line between two panes: dragged by a pointer or moved by the arrow keys; a double click gives the usual size back. */
export function Splitter({ pane, grows }: Props) {
  const t = useTranslations('Terminal');
  const { min, usual, max } = PANE_SIZES[pane];
  const isRow = pane === 'orders';
  const [size, setSize] = useState<number>(usual);
  const from = useRef<{ at: number; size: number } | null>(null);
  useEffect(() => setSize(readSize(pane) ?? usual), [pane, usual]);
  const change = (next: number) => {
    const kept = Math.round(Math.min(max, Math.max(min, next)));
    setSize(kept);
    document.documentElement.style.setProperty(`--pane-${pane}`, `${kept}px`);
    keepSize(pane, kept);
  };
  const place = (event: PointerEvent) => (isRow ? event.clientY : event.clientX);
  const press = (event: KeyboardEvent) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to = event.key === 'Home' ? min : event.key === 'End' ? max : way === undefined ? null : size + way * grows * STEP_PX;
    if (to === null) return;
    event.preventDefault();
    change(to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved has no element of its own.
    <div
      aria-label={t(`sizeOf.${pane}`)}
      aria-orientation={isRow ? 'horizontal' : 'vertical'}
      aria-valuemax={max}
      aria-valuemin={min}
      aria-valuenow={size}
      className={`splitter splitter-${pane}`}
      onDoubleClick={() => change(usual)}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { at: place(event), size };
      }}
      onPointerMove={(event) => {
        if (from.current !== null) change(from.current.size + (place(event) - from.current.at) * grows);
      }}
      onLostPointerCapture={() => {
        from.current = null;
      }}
      role="separator"
      tabIndex={0}
    />
  );
}

/** Where the sizes are kept on this device; `PRE_HYDRATION_SCRIPT` sets them before the first paint. */
const KEY = 'candor.panes';

function readSizes(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    // Storage that is blocked or spoilt by another hand is the same as an empty one.
    return {};
  }
}

function readSize(pane: SizedPane): number | null {
  const size = readSizes()[pane];
  return typeof size === 'number' && size >= PANE_SIZES[pane].min && size <= PANE_SIZES[pane].max ? size : null;
}

function keepSize(pane: SizedPane, size: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSizes(), [pane]: size }));
  } catch {
    // The size then lasts as long as the tab.
    return;
  }
}
