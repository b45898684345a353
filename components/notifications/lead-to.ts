import type { NotificationSubject } from '../../lib/rules/notifications';

const FIXED = {
  contracts: ['/secondorder', 'toContracts'],
  invitations: ['/invite', 'toInvite'],
  announcements: ['/tab1', 'toAnnouncements'],
  support: ['/support', 'toSupport'],
  presale: ['/saleCoin', 'toPresale'],
  vip: ['/account', 'toVip'],
  proofs: ['/uploadProof', 'toProofs'],
  identity: ['/verification', 'toVerification'],
  sessions: ['/sessions', 'toSessions'],
  protection: ['/protection', 'toProtection'],
  data: ['/data', 'toData'],
  withdrawals: ['/tab4?active=2', 'toWithdrawals'],
  deposits: ['/tab4?active=0', 'toDeposits'],
  hosting: ['/record?active=6', 'toHosting'],
  staking: ['/pledgehistory', 'toStaking'],
} as const;
/** Limits and breaks of both products are set under the ticket of either: the pages that have it, by their feature. */
const LIMITS = { perpetual: '/perpetualorder#limits', option: '/optionOrder#limits' } as const;

type Text = (typeof FIXED)[keyof typeof FIXED][1] | 'toPosition' | 'toMarket' | 'toLoan' | 'toCoin' | 'toOrder' | 'toLimits';
export type Way = { href: string; text: Text; values?: { asset: string } };

const baseOf = (market: string) => market.split('-')[0] ?? market;

/** Returns where a subject stands, and the text of what leads there; null where the exchange has no such page. */
export function leadTo(found: NonNullable<NotificationSubject>, features: readonly string[]): Way | null {
  switch (found.subject) {
    case 'position':
      return { href: `/perpetualorder?coin=${baseOf(found.market)}`, text: 'toPosition' };
    case 'market':
      return {
        href: `/marketInfo?coin=${found.product === 'spot' ? found.market : `${baseOf(found.market)}&type=perpetual`}`,
        text: 'toMarket',
      };
    case 'limits': {
      const product = (['perpetual', 'option'] as const).find((one) => features.includes(one));
      return product === undefined ? null : { href: LIMITS[product], text: 'toLimits' };
    }
    case 'loan':
      return { href: `/setloandetails?id=${found.id}`, text: 'toLoan' };
    case 'coin':
      return { href: `/walletDetails?coin=${found.asset}`, text: 'toCoin', values: { asset: found.asset } };
    case 'order':
      return { href: `/orderdetails?${found.product === 'perpetual' ? 'type=perpetual&' : ''}id=${found.id}`, text: 'toOrder' };
    default: {
      const [href, text] = FIXED[found.subject];
      return { href, text };
    }
  }
}
