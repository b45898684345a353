'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FrameWidth } from '@/lib/pages/pages';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Skeleton } from '../ui/skeleton';
import { useMember } from './member-context';
import { RefreshButton } from './refresh-button';

/** Back arrow, title, one action at most, refresh; a dot and a word say which account it is. `title` as the `heading` of `PageFrame`. */
export function BackHeader({
  title,
  backHref,
  action,
  width = 'narrow',
}: {
  title?: ReactNode;
  backHref: string;
  action?: ReactNode;
  width?: FrameWidth;
}) {
  const t = useTranslations('Layout');
  const { mode } = useMember();
  return (
    <header
      className={`column column-${width} grid min-h-14 grid-cols-[1fr_minmax(0,auto)_1fr] items-center gap-1 lg:grid-cols-[auto_minmax(0,1fr)_auto]`}
    >
      <Link aria-label={t('back')} className="-ml-2.5 grid size-11 place-items-center text-ink-2" href={backHref} prefetch={false}>
        <Icon name="back" />
      </Link>
      <div className="min-w-0 text-center lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-3 lg:text-start">
        {title === null ? null : (
          <h1 className="font-strong text-[length:min(0.9375rem,8vw)] leading-tight hyphens-auto lg:text-title">
            {title ?? <LoadingTitle />}
          </h1>
        )}
        <p className="flex items-center justify-center gap-1.5 text-ink-2 text-micro">
          <span aria-hidden="true" className={`size-1.5 rounded-full ${mode === 'demo' ? 'border border-accent' : 'bg-accent'}`} />
          {t(`mode.${mode}`)}
        </p>
      </div>
      <div className="-mr-2.5 flex justify-end">
        {action}
        <RefreshButton />
      </div>
    </header>
  );
}

function LoadingTitle() {
  return (
    <>
      <span className="sr-only">{useTranslations('Common')('loading')}</span>
      <Skeleton className="mx-auto h-4 w-28" />
    </>
  );
}
