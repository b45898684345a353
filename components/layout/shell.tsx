import type { ReactNode } from 'react';
import { AppHeader, BackHeader } from './member-frame';
import type { Tab } from './tab-bar';

/** A tab screen: header with menu and mode, one column, room for the tab bar below. `isWide` lets market and chart use a large screen. */
export function TabShell({ tab, children, isWide = false }: { tab: Tab; children: ReactNode; isWide?: boolean }) {
  return (
    <>
      <AppHeader tab={tab} />
      <main className={`page pb-[calc(5.5rem+env(safe-area-inset-bottom))] ${isWide ? 'column lg:max-w-5xl' : 'column'}`} id="main">
        {children}
      </main>
    </>
  );
}

type PageProps = {
  /** Left out while the screen is loading; null where what stands below has the page's heading. */
  title?: ReactNode;
  backHref: string;
  action?: ReactNode;
  /** Leaves room for the tab bar, which the member layout shows under this screen. */
  hasTabBar?: boolean;
  children: ReactNode;
  footer?: ReactNode;
  isWide?: boolean;
};

/** A screen one returns from. `footer` holds the one main action and stays above the safe area. */
export function PageShell({ title, backHref, action, hasTabBar = false, children, footer, isWide = false }: PageProps) {
  const bottom = footer || hasTabBar ? 'pb-[calc(6.5rem+env(safe-area-inset-bottom))]' : 'pb-[max(2rem,env(safe-area-inset-bottom))]';
  return (
    <>
      <BackHeader action={action} backHref={backHref} isWide={isWide} title={title} />
      <main className={`page ${bottom} ${isWide ? 'column lg:max-w-5xl' : 'column'}`} id="main">
        {children}
      </main>
      {footer ? (
        <div className="fixed inset-x-0 bottom-0 z-20 bg-surface-0 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <div className="column">{footer}</div>
        </div>
      ) : null}
    </>
  );
}
