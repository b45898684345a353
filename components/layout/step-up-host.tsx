'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { StepUpParams } from '@/lib/dto/step-up';
import { answerStepUps } from '@/lib/query/step-up';
import { restoreFocus } from '../ui/restore-focus';

type SheetModule = typeof import('./step-up-sheet');
type Asked = { params: StepUpParams; opener: Element | null; settle(isProved: boolean): void };

/** Opens the one sheet in which acts are confirmed, whatever screen asks. Its code is loaded with the first of them. */
export function StepUpHost() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sheet, setSheet] = useState<SheetModule | null>(null);
  const open = useRef<Asked | null>(null);
  const end = useCallback((isProved: boolean) => {
    const ended = open.current;
    open.current = null;
    setAsked(null);
    ended?.settle(isProved);
    // Once the sheet is gone: it holds the focus until then.
    setTimeout(() => restoreFocus(ended?.opener ?? null));
  }, []);
  useEffect(
    () =>
      answerStepUps(async (params) => {
        // One at a time: a second act is asked again when it is tapped again.
        if (open.current !== null) return false;
        return new Promise((settle) => {
          open.current = { params, opener: document.activeElement, settle };
          setAsked(open.current);
          import('./step-up-sheet').then(setSheet, () => end(false));
        });
      }),
    [end],
  );
  useEffect(() => () => open.current?.settle(false), []);
  if (sheet === null || asked === null) return null;
  return <sheet.StepUpSheet asked={asked.params} key={asked.params.ticket} onEnd={end} />;
}
