import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/** A person closed the own account. */
export const accountClosed = defineEvent('account.closed', z.object({}));
