import 'server-only';
import * as api from '../../api/invitations';
import * as dto from '../../dto/invitations';
import { doneSchema, nothing } from '../../dto/shared';
import { AppError } from '../../errors/app-error';
import * as calls from '../../protocol/invitations';
import { INVITATION_DAY_MAX } from '../../rules/invitations';
import { serveCall } from '../operation';
import { isFullPage, toPageField } from '../pages';
import { toIso, toIsoOrNull } from '../upstream';

/** What each got while the rule was no part of the registry, and didn't say it. */
const SHARE_BEFORE = '0.1';
const CODE = /^([A-Z0-9]{6,12})?$/;

export const invitation = serveCall(api.invitation, {
  input: nothing,
  output: dto.invitationSchema,
  summary: "One's invitation code and what it brought",
  call: calls.invitation,
  fields: () => ({}),
  reshape: ({ code, invited, rewarded, rewards, waiting = '0', by, open, rule }) => ({
    code,
    invited,
    rewarded,
    rewards,
    waiting,
    by,
    canChange: open === '1',
    rule: { min: rule.min, keptMs: rule.kept, each: rule.each, share: rule.share ?? SHARE_BEFORE, day: rule.day ?? INVITATION_DAY_MAX },
  }),
});

export const invitedList = serveCall(api.invitedList, {
  input: dto.invitedQuerySchema,
  output: dto.invitedListSchema,
  summary: "Who came by one's code, newest first, names masked",
  call: calls.invitation,
  fields: ({ page }) => ({ page: toPageField(page) }),
  reshape: ({ rows }) => ({
    rows: rows.map(({ joined, due, ...row }) => ({ ...row, joinedAt: toIso(joined), dueAt: toIsoOrNull(due) })),
    hasMore: isFullPage(rows),
  }),
});

export const setInviter = serveCall(api.setInviter, {
  input: dto.inviterInputSchema,
  output: doneSchema,
  summary: 'Say whose code brought oneself, until the first deposit; empty for nobody',
  call: calls.setInviter,
  fields: ({ code }) => {
    const spelled = code.toUpperCase();
    if (!CODE.test(spelled)) throw new AppError('REFERRAL_UNKNOWN', { field: 'code' });
    return { code: spelled === '' ? undefined : spelled };
  },
  reshape: () => ({ done: true as const }),
});
