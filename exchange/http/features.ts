import { FEATURES, features } from '../../lib/protocol/extensions';
import type { ExchangeEnv } from '../env';
import { handle, type RegisteredCall } from './register-call';

type Feature = (typeof FEATURES)[number];

/** Returns `GET /x/features`: what this exchange offers, as its modules say it. */
export function createFeaturesCall(env: ExchangeEnv, offered: readonly Feature[]): RegisteredCall {
  const list = FEATURES.filter((feature) => offered.includes(feature));
  return handle(features, async () => ({ sandbox: env.sandbox, feed: env.feed, features: list }));
}
