import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/** Somebody signed in on a device that the account was not used on before. `place` is the network, the address without its end. */
export const newDevice = defineEvent('session.new-device', z.object({ browser: z.string(), system: z.string(), place: z.string() }));

/** The house froze a person's account, or lifted its freeze. `support` is the address to write to. */
export const houseFrozen = defineEvent('account.house-frozen', z.object({ support: z.string().max(254) }));
export const houseUnfrozen = defineEvent('account.house-unfrozen', z.object({}));

/** A person has another password: by the old one, or by a mailed link. */
export const passwordChanged = defineEvent('sessions.password-changed', z.object({}));
