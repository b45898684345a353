import { sourceOf } from '../rate-limits/address-source';
import { type AppEnv, getEnv } from '../env';
import { AppError } from '../errors/app-error';
import type { Device } from '../session/device-cookie';
import type { AppSession } from '../session/options';
import { createProxyTest, findClientIp } from './client-ip';
import { createRateLimiter, type RateClass, type RateLimiter, type RateSource } from './rate-limit';

const slot = Symbol.for('candor.rate-limiter');
function limiter(): RateLimiter {
  const holder = globalThis as { [slot]?: RateLimiter };
  holder[slot] ??= createRateLimiter();
  return holder[slot];
}

let proxyTest: { env: AppEnv; isTrusted: (address: string) => boolean } | null = null;

/** Returns the address of the client, or null when it is not known. */
export function readIp(request: { headers: Headers }): string | null {
  const env = getEnv();
  if (proxyTest?.env !== env) proxyTest = { env, isTrusted: createProxyTest(env.trustedProxies) };
  return findClientIp(request.headers, env.trustedProxies, proxyTest.isTrusted);
}

/** Who asks: whoever is signed in; else the device that an account was signed in on before, where that was looked at; else the network. */
export type RateCaller = { session: AppSession | null; ip: string | null; device?: Device | null };

/** Returns whom a bound counts. */
export function rateSourceOf({ session, device, ip }: RateCaller): RateSource {
  if (session !== null) return { kind: 'user', id: session.userId };
  if (device != null) return { kind: 'device', id: device.id };
  return { kind: 'network', id: sourceOf(ip ?? 'unknown') };
}

/** Counts a request; says whether it may pass. */
export function takeRate(input: RateCaller & { rateClass: RateClass }): boolean {
  return limiter().take({ rateClass: input.rateClass, source: rateSourceOf(input), now: Date.now() });
}

/** Refuses a caller who asks too often. @throws RATE_LIMITED */
export function checkRate(input: RateCaller & { rateClass: RateClass }): void {
  if (getEnv().isRateLimitOn && !takeRate(input)) throw new AppError('RATE_LIMITED');
}
