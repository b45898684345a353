import { z } from 'zod';
import { IDENTITY_PAGES, REFUSAL_REASONS } from '../../../lib/rules/identity';
import { defineEvent } from '../../platform/event-kinds';

/** Somebody has sent who they are. */
export const identitySubmitted = defineEvent('identity.submitted', z.object({ until: z.number().int() }));
/** Somebody is verified. */
export const identityApproved = defineEvent('identity.approved', z.object({}));
/** What somebody sent was refused, and what to send again. */
export const identityRejected = defineEvent(
  'identity.rejected',
  z.object({ reason: z.enum(REFUSAL_REASONS), resend: z.array(z.enum(IDENTITY_PAGES)) }),
);
