import { z } from 'zod';
import { defineCall } from './define-call';
import { marketField, messageAnswer, noFields } from './fields';
import { FAVOURITES_MAX } from './wire';

/** Markets with commas between them. */
const marketsField = z
  .string()
  .regex(/^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}(,[A-Z0-9]{2,10}-[A-Z0-9]{2,10}){0,99}$/)
  .meta({ examples: ['BTC-USDT,ETH-USDT'] });

export const favourites = defineCall({
  id: 'x.favourites',
  number: null,
  method: 'GET',
  path: '/x/favourites',
  request: noFields,
  answer: z.array(marketField).max(FAVOURITES_MAX),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; starred markets of the user, the oldest first, the same in both modes',
});

export const favouritesChange = defineCall({
  id: 'x.favouritesChange',
  number: null,
  method: 'POST',
  path: '/x/favourites-change',
  effect: 'write',
  request: z.object({ markets: marketsField, on: z.enum(['0', '1']) }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED'],
  source: `ours; stars markets or takes their stars away; what is so already stays so, unknown markets are left out, of more than ${FAVOURITES_MAX} the newest stay`,
});

export const firstSteps = defineCall({
  id: 'x.firstSteps',
  number: null,
  method: 'GET',
  path: '/x/first-steps',
  request: noFields,
  answer: z.object({ traded: z.boolean(), starred: z.boolean(), is_protected: z.boolean() }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; what a newcomer has done: bought a coin (in either mode), starred a market, bound a second factor',
});
