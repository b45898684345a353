'use client';
import { useCallback, useState } from 'react';

/** Returns how many rows of the table in a box it has room for, `rowsMax` at most and until it was measured; put `box` on the box. */
export function useRowsThatFit(rowsMax: number): { rows: number; box: (node: HTMLElement | null) => (() => void) | undefined } {
  const [rows, setRows] = useState(rowsMax);
  const box = useCallback(
    (node: HTMLElement | null) => {
      if (node === null) return undefined;
      const measure = () => {
        const height = node.querySelector('tr')?.getBoundingClientRect().height ?? 0;
        if (height > 0) setRows(Math.min(rowsMax, Math.max(1, Math.floor(node.clientHeight / height))));
      };
      const observer = new ResizeObserver(measure);
      observer.observe(node);
      return () => observer.disconnect();
    },
    [rowsMax],
  );
  return { rows, box };
}
