'use client';
import { type ReactNode, useEffect, useRef } from 'react';

type Props = { level?: 'h1' | 'h2'; className?: string; children: ReactNode };

/** The heading of what took the place of the control that was pressed: it has the focus as it appears, so that it is read first and Tab goes on from it. */
export function FocusedHeading({ level: Heading = 'h2', className = '', children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Heading className={`outline-none ${className}`} ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  );
}
