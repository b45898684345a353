'use client';
import { useEffect, useRef, useState } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { Button } from '../ui/button';
import { countPoints, isSigned, POINTS_MAX, STROKES_MAX, scaleStrokes } from './signature-bounds';

/** A drawing as it is now; each change gives a new one. */
export type Drawing = { toPicture(): Promise<Blob> };
type Props = {
  label: string;
  undoLabel: string;
  clearLabel: string;
  isLocked: boolean;
  /** Null while there is too little to be a signature. */
  onDrawn(drawing: Drawing | null): void;
};

/** As the file of the agreement has it: ink on paper, in both themes. */
const PAPER = 'rgb(255, 255, 255)';
const INK = 'rgb(17, 17, 17)';
/** Pixels of the picture for one of the screen: sharp in print, small to send. */
const SHARPNESS = 2;
/** Width by height. */
const SHAPE = 5 / 2;

/** A field to sign in with a finger, a pen or the mouse. What is drawn stays when the field changes its width. */
export function SignatureCanvas({ label, undoLabel, clearLabel, isLocked, onDrawn }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [strokeCount, setStrokeCount] = useState(0);
  const listener = useRef(onDrawn);
  useEffect(() => {
    listener.current = onDrawn;
  });
  const tell = useRef(() => {
    const strokes = pad.current?.toData() ?? [];
    setStrokeCount(strokes.length);
    listener.current(isSigned(strokes) ? { toPicture: () => toPicture(canvas.current) } : null);
  });
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const made = new SignaturePad(element, { backgroundColor: PAPER, penColor: INK, minWidth: 0.8, maxWidth: 2.6 });
    pad.current = made;
    const begin = (event: Event) => {
      if (made.toData().length >= STROKES_MAX || countPoints(made.toData()) >= POINTS_MAX) event.preventDefault();
    };
    const go = () => {
      if (countPoints(made.toData()) < POINTS_MAX) return;
      // Ends the stroke where it is, and forgets the finger that drew it.
      made.off();
      made.redraw();
      made.on();
      tell.current();
    };
    const end = () => tell.current();
    made.addEventListener('beginStroke', begin);
    made.addEventListener('afterUpdateStroke', go);
    made.addEventListener('endStroke', end);
    const observer = new ResizeObserver(() => resize(element, made));
    observer.observe(element);
    resize(element, made);
    return () => {
      observer.disconnect();
      made.off();
      pad.current = null;
    };
  }, []);
  useEffect(() => {
    if (isLocked) pad.current?.off();
    else pad.current?.on();
  }, [isLocked]);
  const undo = () => {
    pad.current?.fromData(pad.current.toData().slice(0, -1));
    tell.current();
  };
  const clear = () => {
    pad.current?.clear();
    tell.current();
  };
  const isEmpty = strokeCount === 0;
  return (
    <div className="grid gap-2.5">
      <div className="overflow-hidden rounded-field border border-line">
        <canvas aria-label={label} className="block aspect-[5/2] w-full cursor-crosshair touch-none bg-paper" ref={canvas} role="img" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isEmpty || isLocked} onClick={undo} size="small" variant="ghost">
          {undoLabel}
        </Button>
        <Button disabled={isEmpty || isLocked} onClick={clear} size="small" variant="ghost">
          {clearLabel}
        </Button>
      </div>
    </div>
  );
}

/** Gives the field as many pixels as it has room for, and draws anew what it held. */
function resize(element: HTMLCanvasElement, pad: SignaturePad): void {
  const width = element.offsetWidth;
  const before = element.width / SHARPNESS;
  if (width === 0 || width === before) return;
  const strokes: PointGroup[] = scaleStrokes(pad.toData(), width / before);
  element.width = width * SHARPNESS;
  element.height = Math.round(width / SHAPE) * SHARPNESS;
  element.getContext('2d')?.scale(SHARPNESS, SHARPNESS);
  pad.fromData(strokes);
}

function toPicture(element: HTMLCanvasElement | null): Promise<Blob> {
  return new Promise((resolve, reject) => {
    if (element === null) return reject(new Error('the field of the signature is gone'));
    element.toBlob((blob) => (blob === null ? reject(new Error('no picture of a signature')) : resolve(blob)), 'image/png');
  });
}
