import { z } from 'zod';
import { CLOSING_REASONS } from '../rules/closing';
import { defineCall } from './define-call';
import { messageAnswer, noFields } from './fields';

export const closing = defineCall({
  id: 'x.closing',
  number: null,
  method: 'GET',
  path: '/x/closing',
  request: noFields,
  answer: z.object({
    reasons: z.array(z.object({ what: z.enum(CLOSING_REASONS), count: z.number().int().positive() })).max(CLOSING_REASONS.length),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; everything of the real account that keeps it from being closed',
});

export const closeAccount = defineCall({
  id: 'x.closeAccount',
  number: null,
  method: 'POST',
  path: '/x/close-account',
  effect: 'write',
  request: noFields,
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'CLOSING_BLOCKED'],
  source: 'ours; closes the own account for good: sessions and ways in end, what the law keeps stays',
});
