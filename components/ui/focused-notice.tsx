'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice';

/** What came of the form whose place it took: it has the focus as it appears, so that it is read and Tab goes on from it. */
export function FocusedNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="outline-none" ref={box} tabIndex={-1}>
      <Notice>{children}</Notice>
    </div>
  );
}
