import type { ReactNode } from 'react';
import { Button } from './button';
import { Icon, type IconName } from './icon';

type EmptyProps = { icon?: IconName; title: string; text?: string; action?: ReactNode; isPage?: boolean };

/** Nothing here yet, and what to do next. `action` is a button or a link; `isPage` when it is the whole page. */
export function EmptyState({ icon = 'list', title, text, action, isPage = false }: EmptyProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-surface-2 text-ink-2">
        <Icon name={icon} />
      </span>
      <Title className="font-strong">{title}</Title>
      {text ? <p className="max-w-[34ch] text-balance text-ink-2 text-small">{text}</p> : null}
      {action ? <div className="pt-2">{action}</div> : null}
    </div>
  );
}

type ErrorProps = { title: string; text?: string; retryLabel?: string; onRetry?: () => void; isRetrying?: boolean; isPage?: boolean };

/** What happened, that nothing was lost, and a way to try again. `isPage` when it is the whole page. */
export function ErrorState({ title, text, retryLabel, onRetry, isRetrying, isPage = false }: ErrorProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center" role="alert">
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-warn-soft text-warn">
        <Icon name="warn" />
      </span>
      <Title className="font-strong">{title}</Title>
      {text ? <p className="max-w-[38ch] text-balance text-ink-2 text-small">{text}</p> : null}
      {onRetry && retryLabel ? (
        <Button className="mt-2" isBusy={isRetrying} onClick={onRetry} size="small" variant="ghost">
          {retryLabel}
        </Button>
      ) : null}
    </div>
  );
}
