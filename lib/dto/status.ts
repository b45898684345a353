import { z } from 'zod';
import { INCIDENTS_MAX, RESERVES_MAX, STATUS_AREAS } from '../protocol/status';
import { LOCALES } from '../protocol/wire';
import { coinField, decimalField, signedDecimalField } from './shared';

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
  /** Of each asset: what the chains showed, what came in over them and has not left, what all members own; null: never looked at. */
  reserves: z
    .object({
      at: millis,
      assets: z
        .array(z.object({ asset: coinField, shown: decimalField, owed: signedDecimalField, members: decimalField }))
        .max(RESERVES_MAX),
    })
    .nullable(),
  /** Where payments over each network leave from. */
  wallets: z.array(z.object({ network: z.string().max(30), address: z.string().max(120) })).max(RESERVES_MAX),
});
export type Status = z.infer<typeof statusSchema>;
