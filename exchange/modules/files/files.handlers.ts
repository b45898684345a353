import * as calls from '../../../lib/protocol/files';
import { fileOf, handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { FilesService } from './files.service';

/** Returns call 45, the own pictures, and hand-offs: wire fields to service and back. */
export function createFilesHandlers(service: FilesService): RegisteredCall[] {
  return [
    handle(calls.uploadImage, (_input, context) => service.add({ userId: sessionOf(context).userId, bytes: fileOf(context) })),
    handle(calls.readPicture, async ({ id }, context) => {
      const jpeg = await service.read({ userId: sessionOf(context).userId, id });
      return { type: 'image/jpeg' as const, data: jpeg.toString('base64') };
    }),
    handle(calls.openHandoff, async (_input, context) => {
      const { id, token, expiresAt } = await service.openHandoff(sessionOf(context).userId);
      return { id, token, expires: expiresAt };
    }),
    handle(calls.handoffState, ({ id }, context) => service.readHandoff({ id, userId: sessionOf(context).userId })),
    handle(calls.handoffOwner, async ({ token }) => ({ name: await service.readHandoffOwner(token) })),
    handle(calls.giveByHandoff, async ({ token }, context) => {
      await service.addByHandoff({ token, bytes: fileOf(context) });
      return 'Picture received';
    }),
  ];
}
