import { z } from 'zod';
import { INCIDENTS_MAX, STATUS_AREAS } from '../protocol/status';
import { LOCALES } from '../protocol/wire';

const millis = z.number().int().min(0);
const what = { area: z.enum(STATUS_AREAS), subject: z.string().max(30) };

export const statusInputSchema = z.strictObject({ locale: z.enum(LOCALES).optional() });

/** How the exchange is. Times in ms; `since` null: well; `closed` null: it goes on. */
export const statusSchema = z.object({
  at: millis,
  parts: z.array(z.object({ ...what, since: millis.nullable() })).max(200),
  incidents: z
    .array(z.object({ id: z.string(), ...what, opened: millis, closed: millis.nullable(), text: z.string().max(500).nullable() }))
    .max(INCIDENTS_MAX),
});
export type Status = z.infer<typeof statusSchema>;
