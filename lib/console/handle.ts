import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { getEnv } from '../env';
import { AppError } from '../errors/app-error';
import { commandEndpoints } from '../operator/commands';
import { OPERATOR_BODY_BYTES_MAX } from '../operator/define';
import { signInEndpoints } from '../operator/sign-in';
import { checkOrigin } from '../security/origin';
import { checkRate, readIp } from '../security/callers';
import { readJson } from '../security/read-json';
import { askByName, ConsoleRefusal, readCaller } from './ask';
import { consoleCookie, consoleCookieAttributes, deviceCookie, deviceCookieAttributes } from './cookie';

/** Ways in whose token becomes the cookie. The key's belongs to the command line: a key alone opens no console. */
const BEGINS: readonly string[] = [signInEndpoints.begin.name, signInEndpoints.passkey.name, signInEndpoints.link.name];
/** What no browser asks for: it belongs to the command line. */
const NOT_HERE: readonly string[] = [signInEndpoints.key.name, signInEndpoints.makeLink.name, commandEndpoints.run.name];
/** What a stranger may ask for; each try of a password costs a core. */
const OUTSIDE: ReadonlySet<string> = new Set(
  Object.values(signInEndpoints).flatMap(({ name, access }) => (access === 'console' ? [name] : [])),
);
const DEVICE = /^[\w.-]{1,100}$/;
const NAME = /^[a-z-]+(\.[a-z-]+){1,2}$/;

const answer = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' } });
const notFound = () => answer(404, { error: { code: 'NOT_FOUND', message: 'Not found.' } });

/** What the ways in answer; a link, and an exchange from before there were any, has no device. */
const begun = z.object({ token: z.string(), name: z.string(), device: z.string().optional() });

/** What this browser kept, for a sign-in. */
async function readDevice(): Promise<{ device: string }> {
  const device = (await cookies()).get(deviceCookie(getEnv().isHttps))?.value ?? '';
  return { device: DEVICE.test(device) ? device : 'new' };
}

async function keepToken(data: unknown): Promise<object> {
  const { token, name, device } = begun.parse(data);
  const { isHttps } = getEnv();
  if (device !== undefined) (await cookies()).set(deviceCookie(isHttps), device, deviceCookieAttributes(isHttps));
  (await cookies()).set(consoleCookie(isHttps), token, consoleCookieAttributes(isHttps));
  return { name };
}

/** Passes what a page of the console does on to the exchange. In the public app it answers as an address that isn't there. */
export async function handleOperator(request: Request, name: string): Promise<Response> {
  const env = getEnv();
  if (env.console === null || !NAME.test(name) || NOT_HERE.includes(name)) return notFound();
  try {
    checkOrigin(request, env.publicOrigin);
    checkRate({ session: null, ip: readIp(request), rateClass: OUTSIDE.has(name) ? 'signIn' : 'read' });
    const caller = { ...(await readCaller()), ...(BEGINS.includes(name) ? await readDevice() : {}) };
    const data = await askByName(name, await readJson(request, OPERATOR_BODY_BYTES_MAX), caller);
    // With the attributes it was set with: without Secure, browsers refuse to touch a name that begins with `__Host-`.
    if (name === signInEndpoints.end.name)
      (await cookies()).set(consoleCookie(env.isHttps), '', { ...consoleCookieAttributes(env.isHttps), maxAge: 0 });
    return answer(200, { data: BEGINS.includes(name) ? await keepToken(data) : (data ?? {}) });
  } catch (error) {
    if (error instanceof ConsoleRefusal) return answer(error.status, { error: { code: error.code, message: error.message } });
    if (error instanceof AppError)
      return answer(error.code === 'RATE_LIMITED' ? 429 : 400, {
        error: { code: error.code, message: `The request was refused: ${error.code}.` },
      });
    throw error;
  }
}
