import 'server-only';
import * as api from '../../api/files';
import * as dto from '../../dto/files';
import { doneSchema, nothing } from '../../dto/shared';
import { callLegacy } from '../../legacy/call-legacy';
import * as calls from '../../protocol/files';
import { serve, serveCall } from '../operation';
import { callAs, toIso } from '../upstream';

const done = { done: true } as const;

export const pictureUpload = serve(api.pictureUpload, {
  input: dto.pictureInputSchema,
  output: dto.pictureTakenSchema,
  rate: 'upload',
  summary: 'Give a picture; unless something uses it, it ends after an hour',
  run: async ({ input, session, ip }) => ({ id: await callAs({ session, ip, file: input.file }, calls.uploadImage, {}) }),
});

export const picture = serveCall(api.picture, {
  input: dto.pictureQuerySchema,
  output: dto.pictureShownSchema,
  summary: 'One of the own pictures, small',
  call: calls.readPicture,
  fields: ({ id }) => ({ id }),
  reshape: ({ data }) => ({ src: `data:image/jpeg;base64,${data}` }),
});

export const handoffOpen = serveCall(api.handoffOpen, {
  input: nothing,
  output: dto.handoffSchema,
  summary: 'Open a way for another browser to give one picture, for ten minutes',
  call: calls.openHandoff,
  fields: () => ({}),
  reshape: ({ id, token, expires }) => ({ id, token, expiresAt: toIso(expires) }),
});

export const handoff = serveCall(api.handoff, {
  input: dto.handoffQuerySchema,
  output: dto.handoffStateSchema,
  summary: 'Whether the picture of another browser has arrived',
  call: calls.handoffState,
  fields: ({ id }) => ({ id }),
  reshape: ({ state, image }) => ({ state, pictureId: image }),
});

export const handoffOwner = serve(api.handoffOwner, {
  input: dto.handoffOwnerInputSchema,
  output: dto.handoffOwnerSchema,
  summary: 'The masked name of the account that a picture given by a link goes to',
  run: async ({ input, ip }) => (await callLegacy(calls.handoffOwner, { token: input.token }, { ip })).answer,
});

export const handoffPicture = serve(api.handoffPicture, {
  input: dto.handoffPictureInputSchema,
  output: doneSchema,
  rate: 'upload',
  summary: 'Give one picture to the account that opened the way, without signing in',
  run: async ({ input, ip }) => {
    await callLegacy(calls.giveByHandoff, { token: input.token }, { ip, file: input.file });
    return done;
  },
});
