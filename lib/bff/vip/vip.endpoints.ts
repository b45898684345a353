import 'server-only';
import * as api from '../../api/vip';
import { nothing } from '../../dto/shared';
import { vipSchema } from '../../dto/vip';
import { vipStanding } from '../../protocol/vip';
import { serveCall } from '../operation';
import { toIsoOrNull } from '../upstream';

export const vip = serveCall(api.vip, {
  input: nothing,
  output: vipSchema,
  summary: "The member's VIP level, and what the next one needs",
  call: vipStanding,
  fields: () => ({}),
  reshape: ({ level, recharged, next, extra, kept_until: keptUntil, keep_min: keepMin = null, resting, claims, ...rest }) => ({
    level,
    recharged,
    next,
    extraLevel: extra,
    keptUntil: toIsoOrNull(keptUntil),
    keepMin,
    waiting: rest.waiting ?? '0',
    waitingNext: rest.waiting_next ?? null,
    waitingUntil: rest.waiting_until ?? null,
    leavingRate: rest.leaving_rate ?? null,
    isResting: resting === '1',
    claims: claims.map((claim) => ({ level: claim.level, isDone: claim.done === '1' })),
  }),
});
