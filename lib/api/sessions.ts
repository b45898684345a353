import type {
  freezeByLinkInputSchema,
  mailedLinkInputSchema,
  mailedLinkSchema,
  passwordByLinkInputSchema,
  passwordChangeInputSchema,
  passwordLinkInputSchema,
  sessionEndedSchema,
  sessionEndInputSchema,
  sessionsSchema,
} from '../dto/sessions';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite, PublicWrite } from './define';

/** Where one is signed in; freezing, and the ways back in. */
export const sessions: MemberRead<typeof nothing, typeof sessionsSchema> = {
  id: 'sessions',
  method: 'GET',
  access: 'member',
  path: '/api/sessions',
  topic: 'sessions',
  fresh: 'own',
};
export const sessionEnd: MemberWrite<typeof sessionEndInputSchema, typeof sessionEndedSchema> = {
  id: 'sessionEnd',
  method: 'POST',
  access: 'member',
  path: '/api/sessions/end',
  makesStale: ['sessions'],
};
export const passwordChange: MemberWrite<typeof passwordChangeInputSchema, typeof doneSchema> = {
  id: 'passwordChange',
  method: 'POST',
  access: 'member',
  path: '/api/sessions/password',
  makesStale: ['sessions'],
};
export const freeze: MemberWrite<typeof nothing, typeof doneSchema> = {
  id: 'freeze',
  method: 'POST',
  access: 'member',
  path: '/api/sessions/freeze',
};
export const freezeByLink: PublicWrite<typeof freezeByLinkInputSchema, typeof doneSchema> = {
  id: 'freezeByLink',
  method: 'POST',
  access: 'public',
  path: '/api/freeze',
};
export const mailedLink: PublicWrite<typeof mailedLinkInputSchema, typeof mailedLinkSchema> = {
  id: 'mailedLink',
  method: 'POST',
  access: 'public',
  path: '/api/mailed-link',
};
export const passwordLink: PublicWrite<typeof passwordLinkInputSchema, typeof doneSchema> = {
  id: 'passwordLink',
  method: 'POST',
  access: 'public',
  path: '/api/new-password/link',
};
export const passwordByLink: PublicWrite<typeof passwordByLinkInputSchema, typeof doneSchema> = {
  id: 'passwordByLink',
  method: 'POST',
  access: 'public',
  path: '/api/new-password',
};
