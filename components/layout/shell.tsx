import type { ReactNode } from 'react';
import type { Tab } from '@/lib/pages/pages';
import { AppHeader, BackHeader } from './member-frame';

type Props = {
  /** The lit tab of the tab bar, which the member layout shows under the screen; none: the screen has no tab bar. */
  tab?: Tab;
  /** Where the arrow leads; without it the header is that of a tab: menu and account. */
  back?: string;
  /** Left out while the screen is loading; null where what stands below has the page's heading. A tab's own page has the tab's name. */
  heading?: ReactNode;
  action?: ReactNode;
  /** Lets market and chart use a large screen. */
  isWide?: boolean;
  children: ReactNode;
};

/** What stands around a screen: a tab's header or the way back, one column, and room for the tab bar below. */
export function PageFrame({ tab, back, heading, action, isWide = false, children }: Props) {
  const width = isWide ? 'column lg:max-w-5xl' : 'column';
  const bottom =
    back === undefined
      ? 'pb-[calc(5.5rem+env(safe-area-inset-bottom))]'
      : tab === undefined
        ? 'pb-[max(2rem,env(safe-area-inset-bottom))]'
        : 'pb-[calc(6.5rem+env(safe-area-inset-bottom))]';
  return (
    <>
      {back === undefined ? (
        <AppHeader tab={tab ?? 'home'} />
      ) : (
        <BackHeader action={action} backHref={back} isWide={isWide} title={heading} />
      )}
      <main className={`page ${bottom} ${width}`} id="main">
        {children}
      </main>
    </>
  );
}
