import type { modeInputSchema, preferencesInputSchema, sessionSchema } from '../dto/session';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberWrite, PublicWrite, VisitorRead, VisitorWrite } from './define';

/** Who is signed in, in which mode, and what the browser remembers. */
export const session: VisitorRead<typeof nothing, typeof sessionSchema> = {
  id: 'session',
  method: 'GET',
  access: 'visitor',
  path: '/api/session',
};
export const switchMode: MemberWrite<typeof modeInputSchema, typeof sessionSchema> = {
  id: 'switchMode',
  method: 'POST',
  access: 'member',
  path: '/api/session/mode',
};
/** Another mode of the same user is no reason to stay signed in. */
export const signOut: VisitorWrite<typeof nothing, typeof doneSchema> = {
  id: 'signOut',
  method: 'POST',
  access: 'visitor',
  shown: 'user',
  path: '/api/session/sign-out',
};
export const preferences: PublicWrite<typeof preferencesInputSchema, typeof doneSchema> = {
  id: 'preferences',
  method: 'POST',
  access: 'public',
  path: '/api/preferences',
};
