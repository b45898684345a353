'use client';
import { useTranslations } from 'next-intl';
import { useSelectedLayoutSegments } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Navigation } from '@/lib/pages/navigation';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { useMember } from './member-context';

/** Lines of the menu that a narrow side navigation has room for; a wide one shows all of them. */
const SIDE_LINES = 5;
const LOOK =
  'grid min-h-14 place-content-center justify-items-center gap-0.5 text-center font-strong text-[length:min(0.6875rem,3.5vw)] lg:text-micro';
/** What a screen begins with is fetched before what may be opened next. */
const PREFETCH_AFTER_MS = 5_000;
const lit = (isCurrent: boolean) => (isCurrent ? 'text-ink-1' : 'text-ink-3');

/**
 * Stands once in the member layout, below the screens: a key or a finger on it is not lost when one screen makes way for the next. On a
 * desktop it stands at the side of every screen, with lines of the menu.
 */
export function TabBar({ tabs, tabOf }: Pick<Navigation, 'tabs' | 'tabOf'>) {
  const t = useTranslations('Layout');
  const { menu } = useMember();
  const isSettled = useAfter(PREFETCH_AFTER_MS);
  // By folder of the route: an address says less, a home screen and a landing page share one.
  const route = useSelectedLayoutSegments().find((segment) => !segment.startsWith('(')) ?? '';
  const current = tabOf[route];
  const hrefs = tabs.map(({ href }) => href);
  const lines = menu.filter(({ href }) => !hrefs.includes(href));
  return (
    <nav
      aria-label={t('mainNavigation')}
      className={`side-nav fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface-0 pb-[env(safe-area-inset-bottom)] lg:inset-y-0 lg:right-auto lg:w-(--rail) lg:overflow-y-auto lg:border-t-0 lg:border-r lg:py-2 ${current === undefined ? 'max-lg:hidden' : ''}`}
    >
      <ul className="mx-auto grid max-w-[480px] auto-cols-fr grid-flow-col px-1 lg:grid-flow-row lg:gap-1">
        {tabs.map(({ tab, href, icon }) => (
          <li className="min-w-0" key={tab}>
            <Link
              aria-current={tab === current ? 'page' : undefined}
              className={`${LOOK} ${lit(tab === current)}`}
              href={href}
              prefetch={isSettled ? null : undefined}
            >
              <Icon isFilled={false} name={icon} />
              <span className="max-w-full">{t(`tabs.${tab}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ul className="mx-3 mt-2 grid gap-1 border-line border-t pt-2 max-lg:hidden">
        {lines.map(({ href, icon, label }, index) => (
          <li className={`-mx-2 min-w-0 ${index < SIDE_LINES ? '' : 'side-more hidden'}`} key={href}>
            <Link
              aria-current={href === `/${route}` ? 'page' : undefined}
              className={`${LOOK} ${lit(href === `/${route}`)}`}
              href={href}
              prefetch={false}
            >
              <Icon name={icon} size={20} />
              <span className="max-w-full hyphens-auto [overflow-wrap:anywhere]">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns whether so much time has passed since it was shown. */
function useAfter(delayMs: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsPast(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isPast;
}
