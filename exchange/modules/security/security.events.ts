import { z } from 'zod';
import { SECURITY_CHANGES } from '../../../lib/rules/security';
import { defineEvent } from '../../platform/event-kinds';

/** What protects an account was changed, or a recovery code was used. */
export const securityChanged = defineEvent('security.changed', z.object({ what: z.enum(SECURITY_CHANGES) }));
