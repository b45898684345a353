import { z } from 'zod';

/** Where the account menu leads outside of the app; null where the operator set nothing. */
export const externalLinkSchema = z.object({
  url: z
    .url({ protocol: /^https$/ })
    .max(300)
    .nullable(),
});
