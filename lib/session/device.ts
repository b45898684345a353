import 'server-only';
import { cookies } from 'next/headers';
import { getEnv } from '../env';
import { createDeviceCookie, type Device, DEVICE_COOKIE_MAX_AGE_S, readDeviceCookie } from './device-cookie';
import { cookieAttributes, cookieNames } from './options';

/** Returns the device of this browser, null when nobody signed in on it by password before. */
export async function readDevice(): Promise<Device | null> {
  const env = getEnv();
  const cookie = (await cookies()).get(cookieNames(env.isHttps).device)?.value;
  return readDeviceCookie({ cookie, secret: env.sessionSecret, now: Date.now() });
}

/** Notes that `names` were signed in with on this browser. Only in handlers. */
export async function rememberDevice(device: Device | null, names: readonly string[]): Promise<void> {
  const env = getEnv();
  const value = createDeviceCookie({ device, names, secret: env.sessionSecret, now: Date.now() });
  const attributes = cookieAttributes({ isHttps: env.isHttps, maxAgeS: DEVICE_COOKIE_MAX_AGE_S });
  (await cookies()).set(cookieNames(env.isHttps).device, value, attributes);
}
