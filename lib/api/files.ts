import type {
  handoffOwnerInputSchema,
  handoffOwnerSchema,
  handoffPictureInputSchema,
  handoffQuerySchema,
  handoffSchema,
  handoffStateSchema,
  pictureInputSchema,
  pictureQuerySchema,
  pictureShownSchema,
  pictureTakenSchema,
} from '../dto/files';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite, PublicWrite } from './define';

/** Pictures that somebody gives, and the way for another browser to give one. */
export const pictureUpload: MemberWrite<typeof pictureInputSchema, typeof pictureTakenSchema> = {
  id: 'pictureUpload',
  method: 'POST',
  access: 'member',
  path: '/api/pictures',
  upload: true,
};
export const picture: MemberRead<typeof pictureQuerySchema, typeof pictureShownSchema> = {
  id: 'picture',
  method: 'GET',
  access: 'member',
  path: '/api/pictures/shown',
  topic: 'pictures',
  fresh: 'fixed',
};
export const handoffOpen: MemberWrite<typeof nothing, typeof handoffSchema> = {
  id: 'handoffOpen',
  method: 'POST',
  access: 'member',
  path: '/api/handoff',
  makesStale: ['handoff'],
};
export const handoff: MemberRead<typeof handoffQuerySchema, typeof handoffStateSchema> = {
  id: 'handoff',
  method: 'GET',
  access: 'member',
  path: '/api/handoff',
  topic: 'handoff',
  fresh: 'live',
};
export const handoffOwner: PublicWrite<typeof handoffOwnerInputSchema, typeof handoffOwnerSchema> = {
  id: 'handoffOwner',
  method: 'POST',
  access: 'public',
  path: '/api/handoff/owner',
};
export const handoffPicture: PublicWrite<typeof handoffPictureInputSchema, typeof doneSchema> = {
  id: 'handoffPicture',
  method: 'POST',
  access: 'public',
  path: '/api/handoff/picture',
  upload: true,
};
