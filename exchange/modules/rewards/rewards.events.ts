import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

export const REWARD_CODE_NAMES = ['INVITATION_REWARD', 'VIP_REWARD', 'VIP_EXTRA'] as const;

/** What each is called where people are told of it. */
export const REWARD_NAMES = { INVITATION_REWARD: 'invitation', VIP_REWARD: 'vip', VIP_EXTRA: 'extra' } as const;

/** A reward was paid out of the house's reward pool. */
export const rewardCredited = defineEvent(
  'reward.credited',
  z.object({ reward: z.string().max(20), code: z.enum(REWARD_CODE_NAMES), asset: z.string().max(10), amount: z.string().max(60) }),
);
