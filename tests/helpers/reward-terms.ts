import type { InvitationTerms } from '../../lib/rules/invitations';
import type { VipTerms } from '../../lib/rules/vip';

/** The table of the specification, section 6, as the registry's first version has it. */
export const VIP_TERMS: VipTerms = {
  levels: [
    { recharge: '10000', reward: '177', extraRate: '0' },
    { recharge: '30000', reward: '777', extraRate: '0' },
    { recharge: '70000', reward: '1777', extraRate: '0.015' },
    { recharge: '150000', reward: '2777', extraRate: '0.02' },
    { recharge: '300000', reward: '4777', extraRate: '0.025' },
    { recharge: '800000', reward: '16888', extraRate: '0.03' },
    { recharge: '3000000', reward: null, extraRate: '0.035' },
    { recharge: '8000000', reward: null, extraRate: '0.04' },
    { recharge: '30000000', reward: null, extraRate: '0' },
  ],
  keepMin: '5000',
  keepDays: 90,
};
export const INVITATION_TERMS: InvitationTerms = { netMin: '100', keptDays: 7, shareRate: '0.1', eachMax: '50', dayMax: '2000' };
