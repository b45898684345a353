import { z } from 'zod';
import { LOCALES } from '../../../lib/protocol/wire';
import { ActRefused, defineAct } from '../operators/operators';
import { setIncidentTexts } from './status.repository';

const TEXT_MAX = 500;

/** What everybody reads is read by two. English is always there. */
export const noteIncidentAct = defineAct({
  name: 'incidents.note',
  schema: z.strictObject({
    incident: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of an incident'),
    texts: z
      .partialRecord(
        z.enum(LOCALES),
        z
          .string()
          .trim()
          .min(1)
          .max(TEXT_MAX)
          .refine((text) => !text.includes('\0')),
      )
      .refine(({ en }) => en !== undefined, 'English is missing'),
  }),
  describe: ({ incident, texts }) => [
    `everybody reads about incident ${incident}:`,
    ...Object.entries(texts).map(([lang, text]) => `${lang}: ${text}`),
  ],
  async run(tx, { input: { incident: id, texts } }) {
    if (!(await setIncidentTexts(tx, { id, texts }))) throw new ActRefused('INPUT_INVALID', `There is no incident ${id}.`);
    return `incident ${id} has a text in ${Object.keys(texts).join(', ')}`;
  },
});
