'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { Icon, type IconName } from '../ui/icon';
import { useMember } from './member-context';

export type Tab = 'home' | 'market' | 'trade' | 'wallet' | 'account';

/** Only what is offered is linked; earning and borrowing take their places once they are built. */
const TABS: readonly { tab: Tab; href: string; icon: IconName; feature?: string }[] = [
  { tab: 'home', href: '/tab1', icon: 'home' },
  { tab: 'market', href: '/market', icon: 'market' },
  { tab: 'trade', href: '/spotorder', icon: 'trade', feature: 'spot' },
  { tab: 'wallet', href: '/wallet', icon: 'wallet' },
  { tab: 'account', href: '/account', icon: 'account' },
];

/** By folder of the route: an address says less, a home screen and a landing page share one. */
const TAB_OF_SCREEN: Readonly<Record<string, Tab>> = {
  'tab1-member': 'home',
  homeTab: 'home',
  market: 'market',
  spotorder: 'trade',
  perpetualorder: 'trade',
  wallet: 'wallet',
  account: 'account',
};

/** Stands once in the member layout, below the screens: a key or a finger on it is not lost when one screen makes way for the next. */
export function TabBar() {
  const t = useTranslations('Layout');
  const { features } = useMember();
  const current = TAB_OF_SCREEN[useSelectedLayoutSegment() ?? ''];
  if (!current) return null;
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface-0 pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto grid max-w-[480px] auto-cols-fr grid-flow-col px-1">
        {TABS.filter(({ feature }) => !feature || features.includes(feature)).map(({ tab, href, icon }) => (
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
