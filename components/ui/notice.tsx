import type { ReactNode } from 'react';
import { Icon } from './icon';

const TONES = { info: 'bg-accent-soft text-accent', warn: 'bg-warn-soft text-warn', danger: 'bg-danger-soft text-danger' } as const;

/** A sentence that belongs to the screen, not to a moment. `isAlert` for what just happened. */
export function Notice({
  tone = 'info',
  children,
  isAlert = false,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
  isAlert?: boolean;
}) {
  return (
    <div className={`flex gap-2.5 rounded-field px-4 py-3 text-small ${TONES[tone]}`} role={isAlert ? 'alert' : undefined}>
      <Icon name={tone === 'info' ? 'info' : 'warn'} size={18} />
      <div className="sentence min-w-0 text-ink-1">{children}</div>
    </div>
  );
}
