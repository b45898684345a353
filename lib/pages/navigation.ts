import { PAGE_ROWS, type PageIcon, type PageRoute, type Tab, type TextKey } from './pages';

export type MenuLine = { href: string; icon: PageIcon; label: TextKey };
export type TabEntry = { tab: Tab; href: string; icon: PageIcon };
/** What the frame of a member links to, and which tab is lit on which page. */
export type Navigation = { menu: readonly MenuLine[]; tabs: readonly TabEntry[]; tabOf: Readonly<Partial<Record<string, Tab>>> };

const hrefOf = (route: PageRoute) => (route === 'tab1-member' ? '/tab1' : `/${route}`);

/** Returns the menu and the tab bar of an exchange that offers these features. */
export function navigationOf(features: readonly string[]): Navigation {
  const isOffered = ({ feature }: { feature?: string | undefined }) => feature === undefined || features.includes(feature);
  const menu = PAGE_ROWS.flatMap(([route, { menu: line, feature }]) =>
    line !== undefined && isOffered({ feature: line.feature ?? feature }) ? [{ ...line, href: hrefOf(route) }] : [],
  );
  const tabs = PAGE_ROWS.flatMap(([route, { tabBar, frame }]) =>
    tabBar !== undefined && frame.tab !== undefined && isOffered(tabBar)
      ? [{ tab: frame.tab, href: hrefOf(route), icon: tabBar.icon }]
      : [],
  );
  const tabOf = Object.fromEntries(PAGE_ROWS.flatMap(([route, { frame }]) => (frame.tab === undefined ? [] : [[route, frame.tab]])));
  return {
    menu: menu.sort((left, right) => left.place - right.place).map(({ href, icon, label }) => ({ href, icon, label })),
    tabs,
    tabOf,
  };
}
