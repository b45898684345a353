import type { favouritesChangedSchema, favouritesChangeInputSchema, favouritesSchema, firstStepsSchema } from '../dto/favourites';
import type { nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

const TOPIC = 'favourites';

/** Starred markets, the same on both accounts. */
export const favourites: MemberRead<typeof nothing, typeof favouritesSchema> = {
  id: 'favourites',
  method: 'GET',
  access: 'member',
  path: '/api/favourites',
  topic: TOPIC,
  fresh: 'own',
};
export const favouritesChange: MemberWrite<typeof favouritesChangeInputSchema, typeof favouritesChangedSchema> = {
  id: 'favouritesChange',
  method: 'POST',
  access: 'member',
  path: '/api/favourites',
  shown: 'user',
  makesStale: [TOPIC],
};
/** What is left of the first three steps. */
export const firstSteps: MemberRead<typeof nothing, typeof firstStepsSchema> = {
  id: 'firstSteps',
  method: 'GET',
  access: 'member',
  path: '/api/first-steps',
  topic: 'home',
  fresh: 'own',
};
