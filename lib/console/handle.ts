import 'server-only';
import { cookies } from 'next/headers';
import { getEnv } from '../env';
import { AppError } from '../errors/app-error';
import { OPERATOR_BODY_BYTES_MAX } from '../operator/define';
import { signInEndpoints } from '../operator/sign-in';
import { checkOrigin } from '../security/origin';
import { readJson } from '../security/read-json';
import { askByName, ConsoleRefusal, readCaller } from './ask';
import { consoleCookie, consoleCookieAttributes } from './cookie';

/** Ways in whose token becomes the cookie. The key's belongs to the command line: a key alone opens no console. */
const BEGINS: readonly string[] = [signInEndpoints.begin.name, signInEndpoints.passkey.name, signInEndpoints.link.name];
/** What no browser asks for. */
const NOT_HERE: readonly string[] = [signInEndpoints.key.name, signInEndpoints.makeLink.name];
const NAME = /^[a-z-]+(\.[a-z-]+){1,2}$/;

const answer = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' } });
const notFound = () => answer(404, { error: { code: 'NOT_FOUND', message: 'Not found.' } });

async function keepToken(data: unknown): Promise<object> {
  const { token, name } = signInEndpoints.begin.output.parse(data);
  const { isHttps } = getEnv();
  (await cookies()).set(consoleCookie(isHttps), token, consoleCookieAttributes(isHttps));
  return { name };
}

/** Passes what a page of the console does on to the exchange. In the public app it answers as an address that isn't there. */
export async function handleOperator(request: Request, name: string): Promise<Response> {
  const env = getEnv();
  if (env.console === null || !NAME.test(name) || NOT_HERE.includes(name)) return notFound();
  try {
    checkOrigin(request, env.publicOrigin);
    const data = await askByName(name, await readJson(request, OPERATOR_BODY_BYTES_MAX), await readCaller());
    if (name === signInEndpoints.end.name) (await cookies()).set(consoleCookie(env.isHttps), '', { path: '/', maxAge: 0 });
    return answer(200, { data: BEGINS.includes(name) ? await keepToken(data) : (data ?? {}) });
  } catch (error) {
    if (error instanceof ConsoleRefusal) return answer(error.status, { error: { code: error.code, message: error.message } });
    if (error instanceof AppError) return answer(400, { error: { code: error.code, message: `The request was refused: ${error.code}.` } });
    throw error;
  }
}
