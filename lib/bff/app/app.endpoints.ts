import 'server-only';
import * as api from '../../api/app';
import { featuresSchema, healthSchema, outboxQuerySchema, outboxSchema } from '../../dto/app';
import { nothing } from '../../dto/shared';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { outbox as outboxCall } from '../../protocol/extensions';
import { serve } from '../operation';
import { callPublic, toIso } from '../upstream';
import { getFeatures } from './get-features';
import { getHealth } from './get-health';

export const features = serve(api.features, {
  input: nothing,
  output: featuresSchema,
  summary: 'What the exchange offers',
  run: getFeatures,
});

export const health = serve(api.health, {
  input: nothing,
  output: healthSchema,
  summary: 'Whether this process serves',
  run: getHealth,
});

/** FEATURE_NOT_OFFERED outside the sandbox. */
export const outbox = serve(api.outbox, {
  input: outboxQuerySchema,
  output: outboxSchema,
  rate: 'signIn',
  summary: 'Mails of the sandbox to one address, newest first',
  run: async ({ input }) => {
    if (!getEnv().isSandbox) throw new AppError('FEATURE_NOT_OFFERED');
    const rows = await callPublic(outboxCall, { to: input.to });
    return { mails: rows.map(({ id, to, subject, text, time }) => ({ id, to, subject, text, at: toIso(time) })) };
  },
});
