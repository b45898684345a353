/** Tabs of the records hub with the number that `?active=` carries and the feature that offers the kind; null is always offered. */
export const RECORD_TABS = [
  { active: '0', type: 'all', feature: null },
  { active: '1', type: 'deposit', feature: 'deposits' },
  { active: '2', type: 'withdrawal', feature: 'withdrawals' },
  { active: '3', type: 'convert', feature: 'convert' },
  { active: '4', type: 'trade', feature: 'spot' },
  { active: '5', type: 'staking', feature: 'staking' },
  { active: '6', type: 'hosting', feature: 'hosting' },
  { active: '7', type: 'loan', feature: 'loans' },
  { active: '8', type: 'other', feature: null },
] as const;
export type RecordTab = (typeof RECORD_TABS)[number];

/** Returns the tabs that a backend with these features fills. */
export function offeredTabs(features: readonly string[]): RecordTab[] {
  return RECORD_TABS.filter((tab) => tab.feature === null || features.includes(tab.feature));
}

/** Returns the tab that `?active=` names among those offered; the first one without it, null for anything else. */
export function findTab(tabs: readonly RecordTab[], active: string | undefined): RecordTab | null {
  if (active === undefined) return tabs[0] ?? null;
  return tabs.find((tab) => tab.active === active) ?? null;
}
