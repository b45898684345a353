import type { ReactNode } from 'react';
import type { FrameWidth, Tab } from '@/lib/pages/pages';
import { AppHeader, BackHeader } from './member-frame';

type Props = {
  /** The lit tab of the tab bar, which the member layout shows under the screen; none: the screen has no tab bar. */
  tab?: Tab;
  /** Where the arrow leads; without it the header is that of a tab: menu and account. */
  back?: string;
  /** Left out while the screen is loading; null where what stands below has the page's heading. A tab's own page has the tab's name. */
  heading?: ReactNode;
  action?: ReactNode;
  /** How much of a large screen it uses; a form is better narrow. */
  width?: FrameWidth;
  children: ReactNode;
};

/** What stands around a screen: a tab's header or the way back, one column, and room for the tab bar below. */
export function PageFrame({ tab, back, heading, action, width = 'narrow', children }: Props) {
  const bottom =
    back === undefined
      ? 'pb-[calc(5.5rem+env(safe-area-inset-bottom))] lg:pb-8'
      : tab === undefined
        ? 'pb-[max(2rem,env(safe-area-inset-bottom))]'
        : 'pb-[calc(6.5rem+env(safe-area-inset-bottom))] lg:pb-8';
  return (
    <>
      {back === undefined ? (
        <AppHeader tab={tab ?? 'home'} width={width} />
      ) : (
        <BackHeader action={action} backHref={back} title={heading} width={width} />
      )}
      <main className={`page column column-${width} ${bottom}`} id="main">
        {children}
      </main>
    </>
  );
}
