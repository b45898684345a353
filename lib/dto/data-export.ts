import { z } from 'zod';

/** The newest export of the own data: none, being made, or ready until a time. */
export const dataExportSchema = z.object({
  state: z.enum(['none', 'making', 'ready']),
  askedAt: z.iso.datetime().nullable(),
  /** Until when it can be downloaded. */
  until: z.iso.datetime().nullable(),
  /** When the next one may be asked for; null: now. */
  nextAt: z.iso.datetime().nullable(),
  rows: z.number().int(),
});
export type DataExport = z.infer<typeof dataExportSchema>;
