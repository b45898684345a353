import { z } from 'zod';
import { LOCALES } from '../../../lib/protocol/wire';
import { ActionRefused, baseField, defineAction, fingerprint } from '../operators/operators';
import { findIncident, lockIncident, setIncidentTexts } from './status.repository';

const TEXT_MAX = 500;

/** Returns the version of what is said of an incident. */
export const versionOfTexts = (texts: readonly { lang: string; text: string }[]) =>
  fingerprint(Object.fromEntries(texts.map(({ lang, text }) => [lang, text])));

/** Who reads another language reads English where there is no text in theirs. */
const NO_ENGLISH = 'texts: English is missing: who has no text in their language reads it';

/** What everybody reads is read by two. Languages that are not written anew stay as they are; English is always there. */
export const noteIncidentAction = defineAction({
  name: 'incidents.note',
  schema: z.strictObject({
    incident: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of an incident'),
    base: baseField,
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
      .refine((texts) => Object.keys(texts).length > 0, 'no text is another one than before'),
  }),
  describe: ({ incident, texts }) => [
    `everybody reads about incident ${incident}:`,
    ...Object.entries(texts).map(([lang, text]) => `${lang}: ${text}`),
  ],
  async readBase(tx, { incident, base, texts }) {
    await lockIncident(tx, incident);
    const found = await findIncident(tx, incident);
    if (found === null) return null;
    if (texts.en === undefined && found.texts.every(({ lang }) => lang !== 'en')) throw new ActionRefused('INPUT_INVALID', NO_ENGLISH);
    return { what: `what is said of incident ${incident}`, now: versionOfTexts(found.texts), read: base };
  },
  async run(tx, { input: { incident: id, texts } }) {
    if (!(await setIncidentTexts(tx, { id, texts }))) throw new ActionRefused('INPUT_INVALID', `There is no incident ${id}.`);
    return `incident ${id} has a text in ${Object.keys(texts).join(', ')}`;
  },
});
