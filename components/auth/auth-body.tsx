import type { ReactNode } from 'react';
import { FocusedHeading } from '../ui/focused-heading';

type Props = {
  title: string;
  lead?: string | undefined;
  /** It took the place of what was pressed. */
  isAnswer?: boolean;
  children: ReactNode;
};

const HEADING = 'mt-5 text-balance text-display';

/** What a page of the ways in says first, and what is done below. */
export function AuthBody({ title, lead, isAnswer = false, children }: Props) {
  return (
    <>
      {isAnswer ? (
        <FocusedHeading className={HEADING} level="h1">
          {title}
        </FocusedHeading>
      ) : (
        <h1 className={HEADING}>{title}</h1>
      )}
      {lead ? <p className="mt-3 text-ink-2">{lead}</p> : null}
      <div className="mt-6 grid grid-cols-1 gap-3.5">{children}</div>
    </>
  );
}
