'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useSelectedLayoutSegments } from 'next/navigation';
import type { Navigation } from '@/lib/pages/navigation';
import { Icon } from '../ui/icon';

/** Stands once in the member layout, below the screens: a key or a finger on it is not lost when one screen makes way for the next. */
export function TabBar({ tabs, tabOf }: Pick<Navigation, 'tabs' | 'tabOf'>) {
  const t = useTranslations('Layout');
  // By folder of the route: an address says less, a home screen and a landing page share one.
  const current = tabOf[useSelectedLayoutSegments().find((segment) => !segment.startsWith('(')) ?? ''];
  if (!current) return null;
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface-0 pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto grid max-w-[480px] auto-cols-fr grid-flow-col px-1">
        {tabs.map(({ tab, href, icon }) => (
          <li className="min-w-0" key={tab}>
            <Link
              aria-current={tab === current ? 'page' : undefined}
              className={`grid min-h-14 place-content-center justify-items-center gap-0.5 text-center font-strong text-[length:min(0.6875rem,3.5vw)] ${tab === current ? 'text-ink-1' : 'text-ink-3'}`}
              href={href}
            >
              <Icon isFilled={false} name={icon} />
              <span className="max-w-full">{t(`tabs.${tab}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
