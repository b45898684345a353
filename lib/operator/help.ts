import { z } from 'zod';
import { LOCALES } from '../protocol/wire';
import { defineEndpoint } from './define';

export const helpEndpoints = {
  /** An entry of the help centre as members read it, in every language; `version` 0: never changed, `isChanged`: not as it ships. */
  show: defineEndpoint({
    name: 'help.show',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: z.strictObject({ entry: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/) }),
    output: z.strictObject({
      texts: z.record(z.enum(LOCALES), z.strictObject({ q: z.string(), a: z.string() })),
      version: z.int(),
      isChanged: z.boolean(),
    }),
  }),
};
