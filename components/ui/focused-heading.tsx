'use client';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of what took the place of the control that was pressed: it has the focus as it appears, so that it is read first and Tab goes on from it. */
export function FocusedHeading({ className = '', children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 className={`outline-none ${className}`} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
