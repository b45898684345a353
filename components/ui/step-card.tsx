import type { PageIcon } from '@/lib/pages/pages';
import { Icon } from './icon';

/** Look of the link or the button around a step. */
export const STEP_CARD = 'flex min-h-16 w-full items-center gap-3.5 rounded-card bg-surface-1 px-4 py-2.5 text-start active:bg-surface-2';

/** What a card that leads to a next step says. */
export function StepText({ icon, title, text }: { icon: PageIcon; title: string; text: string }) {
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block hyphens-auto">{title}</b>
        <span className="block text-ink-2 text-small">{text}</span>
      </span>
    </>
  );
}
