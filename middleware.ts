import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { getEnv } from './lib/env';
import { writeTemplate } from './lib/i18n/templates';
import type { Locale } from './lib/protocol/wire';
import { rateSourceOf, readIp, takeRate } from './lib/security/callers';
import { buildCsp, HSTS, NO_CONTENT_CSP } from './lib/security/csp';
import { decideRoute, type RouteDecision } from './lib/security/decide-route';
import { ANSWER_HEADER, pageLimiter } from './lib/security/page-limiter';
import { OWN_FILES } from './lib/security/pages';
import { cookieNames, PREFERENCE_COOKIES, type SealedSession } from './lib/session/options';
import { unsealSession } from './lib/session/unseal';
import { isWalletCookie } from './lib/session/wallet-cookie';

const NONCE_BYTES = 16;
/** Seconds after which a page that was refused is asked for again. */
const RETRY_AFTER_S = '2';
/** Headers that only this file may set; whatever arrives under these names came from outside. */
const OWN_HEADERS = /^x-(candor-(?!peer$|router$)|middleware|nonce$|next-intl)/;

/** Chooses language and page, and applies the guards. Convenience and headers: every page and handler checks the session itself. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  if (getEnv().console !== null) return showConsole(request);
  const session = await readSealedSession(request);
  const decision = decide(request, session !== null);
  const response =
    decision.kind === 'redirect'
      ? redirectTo(decision.to, request)
      : decision.kind === 'file'
        ? NextResponse.next()
        : (await hasTurn(request, session))
          ? render(decision, request)
          : await refuse(decision.locale);
  if (getEnv().isHttps) response.headers.set('Strict-Transport-Security', HSTS);
  return response;
}

/** The console's process shows its own pages and nothing of the public app. */
function showConsole(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  if (pathname === '/') return NextResponse.redirect(new URL('/operator', request.url), 307);
  if (OWN_FILES.has(pathname)) return NextResponse.next();
  if (getEnv().isRateLimitOn && !takeRate({ session: null, ip: readIp(request), rateClass: 'publicPage' })) {
    const headers = { 'Retry-After': RETRY_AFTER_S, 'Cache-Control': 'private, no-store', 'Content-Security-Policy': NO_CONTENT_CSP };
    return new NextResponse('Too many requests. Try again in some seconds.', { status: 429, headers });
  }
  if (pathname !== '/operator' && !pathname.startsWith('/operator/')) return new NextResponse('Not found', { status: 404 });
  const { isHttps } = getEnv();
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const csp = buildCsp({ nonce, isDevelopment: process.env.NODE_ENV === 'development', isHttps });
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (OWN_HEADERS.test(name)) headers.delete(name);
  headers.set('Content-Security-Policy', csp);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', csp);
  response.headers.set('Cache-Control', 'private, no-store');
  // The address of an object stays in the console.
  response.headers.set('Referrer-Policy', 'same-origin');
  if (isHttps) response.headers.set('Strict-Transport-Security', HSTS);
  return response;
}

async function readSealedSession(request: NextRequest): Promise<SealedSession | null> {
  const env = getEnv();
  const cookie = request.cookies.get(cookieNames(env.isHttps).session)?.value;
  return cookie ? unsealSession({ cookie, secret: env.sessionSecret, now: Date.now() }) : null;
}

/** Drawing a page is the dearest thing that a stranger can ask for: bounded by rate, and by how many at once. */
async function hasTurn(request: NextRequest, session: SealedSession | null): Promise<boolean> {
  if (!getEnv().isRateLimitOn) return true;
  const caller = { session, ip: readIp(request) };
  if (!takeRate({ ...caller, rateClass: session === null ? 'publicPage' : 'page' })) return false;
  return pageLimiter().take(request.headers.get(ANSWER_HEADER), rateSourceOf(caller));
}

/** A page of one sentence: the one that was asked for costs too much just now. */
async function refuse(locale: Locale): Promise<NextResponse> {
  const { loadMessages } = await import('./lib/i18n/texts');
  const text = writeTemplate((await loadMessages(locale)).Errors.RATE_LIMITED);
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><style>body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:dark light;text-align:center}</style><p>${text}</p></html>`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store', 'Retry-After': RETRY_AFTER_S };
  return new NextResponse(html, { status: 429, headers: { ...headers, 'Content-Security-Policy': NO_CONTENT_CSP } });
}

function decide(request: NextRequest, hasSession: boolean): RouteDecision {
  const env = getEnv();
  const names = cookieNames(env.isHttps);
  const now = Date.now();
  return decideRoute({
    pathname: request.nextUrl.pathname,
    search: request.nextUrl.search,
    userAgent: request.headers.get('user-agent') ?? '',
    hasSession,
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
