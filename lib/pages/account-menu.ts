import { PAGES, type PageIcon } from './pages';

/** Lines of the account page, in their order; `feature` is what the exchange must offer, where the page itself names none. */
const LINES = [
  { label: 'verification', route: 'verification', icon: 'shield', feature: 'kyc' },
  { label: 'contractOrders', route: 'contractOrder', icon: 'chart', feature: 'perpetual' },
  { label: 'pledgeHistory', route: 'pledgehistory', icon: 'earn', feature: 'staking' },
  { label: 'records', route: 'record', icon: 'list' },
  { label: 'invite', route: 'invite', icon: 'account', feature: 'invite' },
  { label: 'faq', route: 'faq', icon: 'info' },
  { label: 'about', route: 'about', icon: 'info' },
  { label: 'language', route: 'language', icon: 'globe' },
  { label: 'settings', route: 'account', icon: 'settings' },
] as const satisfies readonly { label: string; route: string; icon: PageIcon; feature?: string }[];

export type AccountMenuLine = { label: (typeof LINES)[number]['label']; href: string; icon: PageIcon };

/** Returns the lines whose page is there and offered by an exchange with these features. */
export function accountMenuOf(features: readonly string[]): AccountMenuLine[] {
  return LINES.flatMap((line) => {
    const isOffered = !('feature' in line) || features.includes(line.feature);
    return isOffered && Object.hasOwn(PAGES, line.route) ? [{ label: line.label, href: `/${line.route}`, icon: line.icon }] : [];
  });
}
