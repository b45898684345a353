import { z } from 'zod';
import { handoffTokenField, pictureIdField } from '../protocol/files';
import { isoField } from './shared';

/** The picture of a form, as bytes; a browser sends it as it was chosen. */
const pictureFile = z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ type: 'string', format: 'binary' });

export const pictureInputSchema = z.strictObject({ file: pictureFile });
export const pictureTakenSchema = z.object({ id: pictureIdField });
export const pictureQuerySchema = z.strictObject({ id: pictureIdField });
/** Small, as an address that an image takes. */
export const pictureShownSchema = z.object({ src: z.string().startsWith('data:image/jpeg;base64,') });

const handoffId = z.uuid().meta({ examples: ['6f1d0a52-3b1c-4e0e-9d57-0c8a4a1f2b3d'] });
export const handoffSchema = z.object({ id: handoffId, token: handoffTokenField, expiresAt: isoField });
export const handoffQuerySchema = z.strictObject({ id: handoffId });
export const handoffStateSchema = z.object({ state: z.enum(['waiting', 'arrived', 'ended']), pictureId: pictureIdField.nullable() });
export const handoffOwnerInputSchema = z.strictObject({ token: handoffTokenField });
export const handoffOwnerSchema = z.object({ name: z.string().max(20) });
export const handoffPictureInputSchema = z.strictObject({ token: handoffTokenField, file: pictureFile });
export type Handoff = z.infer<typeof handoffSchema>;
