import 'server-only';
import type { z } from 'zod';
import * as api from '../../api/help';
import { externalLinkSchema, feesSchema, rewardTermsSchema } from '../../dto/help';
import { nothing } from '../../dto/shared';
import { AppError } from '../../errors/app-error';
import { fees as feesCall, links, rewardTerms as rewardTermsCall } from '../../protocol/help';
import { coalesce } from '../coalesce';
import { serve, serveCall } from '../operation';
import { callPublic } from '../upstream';

async function readLink(): Promise<z.output<typeof externalLinkSchema>> {
  try {
    const found = externalLinkSchema.safeParse({ url: await callPublic(links, {}) });
    return found.success ? found.data : { url: null };
  } catch (error) {
    if (error instanceof AppError && error.code === 'FEATURE_NOT_OFFERED') return { url: null };
    throw error;
  }
}

/** Null where the backend names no link, or one that is no address of the web. */
export const externalLink = serve(api.externalLink, {
  input: nothing,
  output: externalLinkSchema,
  summary: 'Where the account menu leads outside of the app',
  run: () => coalesce(api.externalLink.id, readLink),
});

export const fees = serveCall(api.fees, {
  input: nothing,
  output: feesSchema,
  summary: 'What is charged beside trading',
  call: feesCall,
  fields: () => ({}),
  reshape: (charged) => charged,
});

export const rewardTerms = serveCall(api.rewardTerms, {
  input: nothing,
  output: rewardTermsSchema,
  summary: 'What memberships and invitations bring',
  call: rewardTermsCall,
  fields: () => ({}),
  reshape: (terms) => terms,
});
