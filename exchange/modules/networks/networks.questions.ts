import { createTokenBuckets } from '../../../lib/rate-limits/token-buckets';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { createConcurrencyLimiter } from '../../../lib/rate-limits/concurrency-limiter';

/** Questions to the chains of one person: ten at once, then one in six seconds. Each is asked of every node of every network. */
const CHAIN_RATE = { burst: 10, perSecond: 1 / 6 };
/** Questions of all people at once: nodes that are asked too much fall silent, and a network whose nodes are silent credits and pays nobody. */
const ASKED_AT_ONCE_MAX = 4;
const WAITING_MAX = 20;

/** Returns what bounds the questions that people have the chains asked. */
export function createQuestions({ clock, env }: Pick<Platform, 'clock' | 'env'>) {
  const rate = createTokenBuckets(CHAIN_RATE);
  const refuse = () => new DomainError('RATE_LIMITED');
  const gate = createConcurrencyLimiter({ runningMax: ASKED_AT_ONCE_MAX, waitingMax: WAITING_MAX, refuse });
  return {
    /** @throws RATE_LIMITED */
    async ask<T>(userId: string, question: () => Promise<T>): Promise<T> {
      if (env.isRateLimited && !rate.take(userId, clock.now())) throw refuse();
      return gate.run(question);
    },
  };
}
