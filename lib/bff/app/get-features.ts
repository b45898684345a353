import 'server-only';
import type { Features } from '../../dto/app';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { features } from '../../protocol/extensions';
import { coalesce } from '../coalesce';
import { callPublic } from '../upstream';

/** Refusals by which a backend shows that it doesn't know the call. */
const UNKNOWN_CALL = new Set(['FEATURE_NOT_OFFERED', 'LEGACY_UNKNOWN', 'LEGACY_MALFORMED', 'NOT_FOUND', 'SESSION_REQUIRED']);

/**
 * Returns what the exchange offers; nothing beyond the 56 calls where it has no such list. Sandbox needs both sides: the app's own setting
 * and the exchange's word.
 */
export function getFeatures(): Promise<Features> {
  return coalesce('features', async () => {
    try {
      const { sandbox, feed, features: names } = await callPublic(features, {});
      return { isSandbox: sandbox && getEnv().isSandbox, isSimulated: sandbox || feed === 'simulation', feed, features: names };
    } catch (error) {
      if (!(error instanceof AppError) || !UNKNOWN_CALL.has(error.code)) throw error;
      return { isSandbox: false, isSimulated: false, feed: null, features: [] };
    }
  });
}
