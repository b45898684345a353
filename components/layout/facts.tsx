import type { ReactNode } from 'react';
import { Card } from '../ui/card';

type FactsProps = {
  heading: ReactNode;
  tone?: 'up' | 'down';
  /** Number and time. */
  lead: ReactNode;
  /** The receipt of what it is. */
  receipt: ReactNode;
  /** What stands below the receipt, beside the rest on a large screen. */
  below?: ReactNode;
  children: ReactNode;
};

const TONES = { up: 'text-up', down: 'text-down' } as const;

/** One thing with all that is known of it: what it is, its receipt, and sections of what belongs to it. */
export function Facts({ heading, tone, lead, receipt, below, children }: FactsProps) {
  return (
    <div className="pair">
      <div className="stack">
        <div>
          <h2 className={`text-title ${tone === undefined ? '' : TONES[tone]}`}>{heading}</h2>
          <p className="pt-1 text-ink-2 text-small">{lead}</p>
        </div>
        <Card>{receipt}</Card>
        {below}
      </div>
      <div className="stack">{children}</div>
    </div>
  );
}

/** Part of the facts under a heading of its own. */
export function FactsSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-title">{title}</h3>
      {text === undefined ? null : <p className="text-ink-2 text-small">{text}</p>}
      {children}
    </section>
  );
}
