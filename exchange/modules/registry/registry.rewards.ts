import { z } from 'zod';
import { addDecimals, compareDecimals } from '../../../lib/rules/decimal';
import { INVITATION_DAY_MAX, type InvitationTerms } from '../../../lib/rules/invitations';
import { VIP_CLAIMS_FROM, VIP_LEVELS_COUNT, type VipTerms } from '../../../lib/rules/vip';

const usdt = z.string().regex(/^[1-9][0-9]{0,8}$/, { error: 'whole USDT', abort: true });
/** A fraction with so many digits as a reward is reckoned with. */
const rate = z.string().regex(/^0(\.[0-9]{1,4})?$/, { error: 'a fraction with at most four digits', abort: true });
const days = z.number().int().min(1).max(366);
/** More would be worth bringing the same money again and again for: it costs the fee of its withdrawal. */
const EXTRA_MAX = '0.05';

export const vipTerms: z.ZodType<VipTerms> = z
  .strictObject({
    levels: z
      .array(
        z.strictObject({
          recharge: usdt,
          reward: usdt.nullable(),
          extraRate: rate.refine((extra) => compareDecimals(extra, EXTRA_MAX) <= 0, `at most ${EXTRA_MAX}`),
        }),
      )
      .length(VIP_LEVELS_COUNT),
    keepMin: usdt,
    keepDays: days,
  })
  .refine(
    ({ levels }) => levels.every(({ recharge }, index) => index === 0 || compareDecimals(levels[index - 1]?.recharge ?? '0', recharge) < 0),
    'a level needs more than the one before',
  )
  .refine(
    ({ levels }) => levels.every(({ reward }, index) => (reward === null) === index + 1 >= VIP_CLAIMS_FROM),
    `a reward in USDT belongs to the levels below ${VIP_CLAIMS_FROM}; from there on it is a claim`,
  );

/** What both get together stays within what the specification names. */
const EACH_MAX = '50';
export const invitationTerms: z.ZodType<InvitationTerms> = z
  .strictObject({
    netMin: usdt,
    keptDays: days,
    shareRate: rate.refine((share) => compareDecimals(share, '0') > 0, 'more than nothing'),
    eachMax: usdt.refine((each) => compareDecimals(each, EACH_MAX) <= 0, `at most ${EACH_MAX} USDT for each of the two`),
    dayMax: usdt.default(INVITATION_DAY_MAX),
  })
  .refine(
    ({ eachMax, dayMax }) => compareDecimals(dayMax, addDecimals(eachMax, eachMax)) >= 0,
    'a day has to bring what one invitation may: both rewards',
  );
