import 'server-only';
import type { Features } from '../../dto/app';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { features } from '../../protocol/extensions';
import { coalesce } from '../coalesce';
import { withPageBudget } from '../page-budget';
import { callPublic } from '../upstream';

/** Failures that say nothing about what the exchange offers. Any other refusal means that it doesn't know the call, whatever its code. */
const OUTAGES = new Set(['LEGACY_UNREACHABLE', 'LEGACY_TIMEOUT', 'RATE_LIMITED', 'MARKET_BUSY']);
/** What needs the 56 calls alone, with the fields that the API has. */
const WITHOUT_LIST = ['spot', 'kyc'];
/** What surrounds a page waits no longer for it. */
const FRAME_WAIT_MS = 1_000;
const slot = Symbol.for('candor.features');
const holder = globalThis as { [slot]?: Features };

/** What can't be read is a fault where the backend has such a list: ours has, and one that gave it before. Another's may answer so to a call that it doesn't know. */
function isOutage({ code }: AppError): boolean {
  const hasList = getEnv().isLegacyApiOurs === true || holder[slot] !== undefined;
  return OUTAGES.has(code) || (code === 'LEGACY_MALFORMED' && hasList);
}

/**
 * Returns what the exchange offers; what the 56 calls are enough for where it has no such list. Sandbox needs both sides: the app's own setting
 * and the exchange's word.
 * @throws LEGACY_UNREACHABLE, LEGACY_TIMEOUT, RATE_LIMITED, MARKET_BUSY, LEGACY_MALFORMED
 */
export function getFeatures(): Promise<Features> {
  return coalesce('features', async () => {
    try {
      const { sandbox, feed, features: names } = await callPublic(features, {});
      const known = { isSandbox: sandbox && getEnv().isSandbox, isSimulated: sandbox || feed === 'simulation', feed, features: names };
      holder[slot] = known;
      return known;
    } catch (error) {
      if (!(error instanceof AppError) || isOutage(error)) throw error;
      return { isSandbox: false, isSimulated: false, feed: null, features: WITHOUT_LIST };
    }
  });
}

/**
 * Returns what the exchange offers, for what stands around a page: what it last said where it is silent, and the app's own setting where it
 * never spoke. Never fails because of the exchange.
 */
export async function findFeatures(): Promise<Features> {
  try {
    return await withPageBudget(getFeatures, FRAME_WAIT_MS);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { isSandbox } = getEnv();
    return holder[slot] ?? { isSandbox, isSimulated: isSandbox, feed: null, features: [] };
  }
}
