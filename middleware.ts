import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { getEnv } from './lib/env';
import { buildCsp, HSTS } from './lib/security/csp';
import { decideRoute, type RouteDecision } from './lib/security/decide-route';
import { cookieNames, PREFERENCE_COOKIES } from './lib/session/options';
import { unsealSession } from './lib/session/unseal';
import { isWalletCookie } from './lib/session/wallet-cookie';

const NONCE_BYTES = 16;
/** Headers that only this file may set; whatever arrives under these names came from outside. */
const OWN_HEADERS = /^x-(candor-(?!peer$|router$)|middleware|nonce$|next-intl)/;

/** Chooses language and page, and applies the guards. Convenience and headers: every page and handler checks the session itself. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const decision = await decide(request);
  const response =
    decision.kind === 'redirect'
      ? redirectTo(decision.to, request)
      : decision.kind === 'file'
        ? NextResponse.next()
        : render(decision, request);
  if (getEnv().isHttps) response.headers.set('Strict-Transport-Security', HSTS);
  return response;
}

async function decide(request: NextRequest): Promise<RouteDecision> {
  const env = getEnv();
  const names = cookieNames(env.isHttps);
  const now = Date.now();
  const cookie = request.cookies.get(names.session)?.value;
  const session = cookie ? await unsealSession({ cookie, secret: env.sessionSecret, now }) : null;
  return decideRoute({
    pathname: request.nextUrl.pathname,
    search: request.nextUrl.search,
    userAgent: request.headers.get('user-agent') ?? '',
    hasSession: session !== null,
    hasWalletCookie: isWalletCookie({ cookie: request.cookies.get(names.wallet)?.value, secret: env.sessionSecret, now }),
    isWalletGuardOn: env.isWalletGuardOn,
    chosenLocale: request.cookies.get(PREFERENCE_COOKIES.locale)?.value,
  });
}

function redirectTo(to: string, request: NextRequest): NextResponse {
  const response = NextResponse.redirect(new URL(to, request.url), 307);
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

function render(decision: Extract<RouteDecision, { kind: 'render' }>, request: NextRequest): NextResponse {
  const env = getEnv();
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const csp = buildCsp({ nonce, isDevelopment: process.env.NODE_ENV === 'development', isHttps: env.isHttps });
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (OWN_HEADERS.test(name)) headers.delete(name);
  headers.set('Content-Security-Policy', csp);
  headers.set('x-nonce', nonce);
  headers.set('x-candor-path', decision.page + request.nextUrl.search);
  headers.set('x-next-intl-locale', decision.locale);
  const url = request.nextUrl.clone();
  url.pathname = decision.path;
  const response = NextResponse.rewrite(url, { request: { headers } });
  response.headers.set('Content-Security-Policy', csp);
  // What a member owns is kept nowhere; what is public may be kept, and is asked about again.
  response.headers.set('Cache-Control', decision.isPrivate ? 'private, no-store' : 'private, no-cache');
  response.headers.append('Vary', 'Cookie');
  return response;
}

export const config = { matcher: ['/((?!_next/|api/).*)'], runtime: 'nodejs' };
