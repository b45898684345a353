'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { formatPrice } from '@/components/money/format';
import type { DrawnChart } from './draw-chart';
import { placeColumns } from './handle-columns';
import { drawPreview, type Places, watchPlaces } from './line-places';
import { LineSheet } from './line-sheet';
import { moveByKey, toGrid } from './line-step';
import type { MovableLine } from './own-lines';

type Props = { chart: RefObject<DrawnChart | null>; lines: readonly MovableLine[]; decimals: number };
type Moved = { line: MovableLine; price: string };

/** Left free at either side of the handles, px: `left-2`. */
const SIDE_PX = 8;
/** Of the width: what handles of lines beyond an edge may take, for their prices are named at its other end. */
const EDGE_SHARE = 0.45;

/** A handle on each line that can be moved: dragged, or moved by the arrow keys; a sheet then asks before anything is sent. */
export function LineHandles({ chart, lines, decimals }: Props) {
  const [moved, setMoved] = useState<Moved | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** Stays when the sheet closes, which gives the focus back. */
  const asked = useRef<Moved | null>(null);
  const handles = useRef(new Map<string, HTMLElement>());
  const places = useRef<Places | null>(null);
  const now = useRef<readonly { id: string; price: string }[]>(lines);
  // From the top down, as the keyboard goes; one that is being moved keeps its place, and so the finger on it.
  const sorted = [...lines].sort((one, other) => Number(other.price) - Number(one.price));
  now.current = sorted.map(({ id, price }) => ({ id, price: moved?.line.id === id ? moved.price : price }));

  const place = useCallback((drawn: Places) => {
    places.current = drawn;
    // As high as the text is large.
    const height = Math.max(0, ...[...handles.current.values()].map((handle) => handle.offsetHeight));
    const room = { width: drawn.width - 2 * SIDE_PX, height: drawn.height };
    const shown = now.current.flatMap(({ id, price }) => {
      const y = drawn.yOf(Number(price));
      const handle = handles.current.get(id);
      if (y === null || handle === undefined) return [];
      const reach = y < 0 || y > drawn.height ? room.width * EDGE_SHARE : room.width;
      // One at the edge stays whole.
      return [{ handle, reach, width: handle.offsetWidth, y: Math.max(0, Math.min(drawn.height - height, y - height / 2)) }];
    });
    // Rows grow away from their edge: at the lower one the last comes first.
    const isUpper = ({ y }: { y: number }) => y + height / 2 <= room.height / 2;
    const inTurn = [...shown.filter(isUpper), ...shown.filter((one) => !isUpper(one)).reverse()];
    for (const [index, { x, y }] of placeColumns(inTurn, height, room).entries()) {
      const one = inTurn[index];
      if (one === undefined) continue;
      one.handle.style.transform = `translate(${x}px, ${y}px)`;
      one.handle.style.visibility = 'visible';
    }
  }, []);
  useEffect(() => chart.current?.extend((parts) => watchPlaces(parts, place)), [chart, place]);
  if (moved !== null) asked.current = moved;
  const preview = moved?.price;
  // The preview is drawn anew with each step, which draws the chart and so places the handles.
  useEffect(
    () => (preview === undefined ? undefined : chart.current?.extend((parts) => drawPreview(Number(preview), parts))),
    [chart, preview],
  );
  const move = (line: MovableLine, price: string) => {
    setAsking(false);
    setMoved(Number(price) === Number(line.price) ? null : { line, price });
  };
  const leave = () => {
    setAsking(false);
    setMoved(null);
  };
  return (
    <div className="pointer-events-none absolute inset-0 z-10 overflow-x-clip">
      {sorted.map((line) => (
        <Handle
          decimals={decimals}
          element={handles}
          key={line.id}
          line={line}
          onAsk={() => setAsking(true)}
          onLeave={leave}
          onMove={(price) => move(line, price)}
          places={places}
          price={moved?.line.id === line.id ? moved.price : line.price}
        />
      ))}
      {asked.current === null ? null : (
        <LineSheet
          decimals={decimals}
          isOpen={isAsking && moved !== null}
          line={asked.current.line}
          onClose={leave}
          price={asked.current.price}
        />
      )}
    </div>
  );
}

type HandleProps = {
  line: MovableLine;
  /** Where it is now: its own price, or the one it is being moved to. */
  price: string;
  decimals: number;
  element: RefObject<Map<string, HTMLElement>>;
  places: RefObject<Places | null>;
  onMove(price: string): void;
  onAsk(): void;
  onLeave(): void;
};

function Handle({ line, price, decimals, element, places, onMove, onAsk, onLeave }: HandleProps) {
  const t = useTranslations('Chart');
  const locale = useLocale();
  const grabbed = useRef<'no' | 'held' | 'moved'>('no');
  const isMoved = Number(price) !== Number(line.price);
  const text = formatPrice(price, { locale, decimals });
  const press = (event: KeyboardEvent) => {
    const to = moveByKey(event.key, price, decimals);
    if (to !== null) onMove(to);
    else if (isMoved && (event.key === 'Enter' || event.key === ' ')) onAsk();
    else if (event.key === 'Escape' && isMoved) onLeave();
    else return;
    // Neither the page scrolls nor a large chart closes.
    event.preventDefault();
    event.nativeEvent.stopPropagation();
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const layer = event.currentTarget.parentElement?.getBoundingClientRect();
    const to = grabbed.current !== 'no' && layer !== undefined ? (places.current?.priceAt(event.clientY - layer.top) ?? null) : null;
    if (to === null) return;
    grabbed.current = 'moved';
    onMove(toGrid(to, decimals));
  };
  return (
    <div
      aria-label={t('moveHandle', { what: line.name })}
      aria-orientation="vertical"
      aria-valuenow={Number(price)}
      aria-valuetext={text}
      className={`pointer-events-auto invisible absolute top-0 left-2 flex h-7 cursor-ns-resize touch-none select-none items-center gap-1 whitespace-nowrap rounded-full border border-line px-2.5 font-strong text-micro before:absolute before:-inset-2 ${isMoved ? 'bg-action text-action-ink' : 'bg-surface-2 text-ink-1'}`}
      onKeyDown={press}
      onLostPointerCapture={() => {
        if (grabbed.current === 'moved') onAsk();
        grabbed.current = 'no';
      }}
      onPointerCancel={() => {
        grabbed.current = 'no';
        onLeave();
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = 'held';
      }}
      onPointerMove={drag}
      ref={(node) => {
        if (node === null) element.current.delete(line.id);
        else element.current.set(line.id, node);
      }}
      role="slider"
      tabIndex={0}
    >
      <span aria-hidden="true">↕</span>
      {/* On a phone it would lie on the candles. What it is stands at the other end of its line. */}
      <span className={isMoved ? '' : 'max-sm:hidden'}>{line.title}</span>
      {isMoved ? <span>{text}</span> : null}
    </div>
  );
}
