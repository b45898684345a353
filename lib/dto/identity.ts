import { z } from 'zod';
import { pictureIdField } from '../protocol/files';
import { DOCUMENT_KINDS, IDENTITY_PAGES, REFUSAL_REASONS } from '../rules/identity';
import { isoField } from './shared';

/** What is typed is judged by the exchange, which has a word for each thing that may be wrong; here it is only bounded. */
const typed = (example: string) =>
  z
    .string()
    .max(400)
    .meta({ examples: [example] });
const email = z
  .string()
  .trim()
  .max(254)
  .meta({ examples: ['ada@mail.example'] });

/** Who the user is, as far as anybody has looked. `reason` is null where a backend gave it in words of its own: those are in `words`. */
export const identitySchema = z.object({
  state: z.enum(['none', 'review', 'verified', 'rejected']),
  submittedAt: isoField.nullable(),
  reviewUntil: isoField.nullable(),
  decidedAt: isoField.nullable(),
  isBySandbox: z.boolean(),
  reason: z.enum(REFUSAL_REASONS).nullable(),
  words: z.string().nullable(),
  resend: z.array(z.enum(IDENTITY_PAGES)),
  country: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  document: z.enum(DOCUMENT_KINDS).nullable(),
  email: z.string().nullable(),
  /** Of what was rejected: those that need not be given again. */
  pictures: z.object({ front: pictureIdField.nullable(), back: pictureIdField.nullable(), hold: pictureIdField.nullable() }).nullable(),
});
export const identityInputSchema = z.strictObject({
  country: typed('CH'),
  firstName: typed('Ada'),
  lastName: typed('Lovelace'),
  document: z.enum(DOCUMENT_KINDS),
  number: typed('X1234567'),
  front: pictureIdField,
  back: pictureIdField.nullable(),
  hold: pictureIdField,
  email,
  code: z
    .string()
    .max(40)
    .meta({ examples: ['123456'] }),
});
export const identityCodeInputSchema = z.strictObject({ email });
export type Identity = z.infer<typeof identitySchema>;
