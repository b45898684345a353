import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { THEMES } from '../dto/session';
import { getEnv } from '../env';
import { AppError } from '../errors/app-error';
import { checkRate, readIp } from '../security/callers';
import { checkOrigin } from '../security/origin';
import { readJson } from '../security/read-json';
import { findTimeZone, OFFERED_LOCALES } from './resolve-format';
import { CONSOLE_PREFERENCE_COOKIES, consolePreferenceAttributes } from './cookie';

const BODY_BYTES_MAX = 1_024;
/** `locale` empty: as the browser says. */
const preferencesSchema = z.strictObject({
  theme: z.enum(THEMES),
  locale: z.union([z.enum(OFFERED_LOCALES), z.literal('')]),
  timeZone: z.string().transform((name, { addIssue }) => {
    const zone = findTimeZone(name);
    if (zone === null) addIssue({ code: 'custom' });
    return zone ?? '';
  }),
});

const answer = (status: number, body: object) => Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });

/** Stores an operator's display preferences in cookies of this browser. In the public app it answers 404. */
export async function handlePreferences(request: Request): Promise<Response> {
  const env = getEnv();
  if (env.console === null) return answer(404, { error: { code: 'NOT_FOUND', message: 'Not found.' } });
  try {
    checkOrigin(request, env.publicOrigin);
    checkRate({ session: null, ip: readIp(request), rateClass: 'read' });
    const looks = preferencesSchema.safeParse(await readJson(request, BODY_BYTES_MAX));
    if (!looks.success) throw new AppError('REQUEST_INVALID');
    const jar = await cookies();
    for (const [name, cookie] of Object.entries(CONSOLE_PREFERENCE_COOKIES)) {
      const value = looks.data[name as keyof typeof CONSOLE_PREFERENCE_COOKIES];
      if (value === '') jar.delete(cookie);
      else jar.set(cookie, value, consolePreferenceAttributes(env.isHttps));
    }
    return answer(200, { data: {} });
  } catch (error) {
    if (error instanceof AppError)
      return answer(error.code === 'RATE_LIMITED' ? 429 : 400, {
        error: { code: error.code, message: `The request was refused: ${error.code}.` },
      });
    throw error;
  }
}
