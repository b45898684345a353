import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';

type Handler = (request: Request, context: { params: Promise<{ rest: string[] }> }) => Promise<Response>;
/** Answers for every address without a route of its own. */
const REST = '/api/[[...rest]]';
/** Cookies of one browser. A test mocks `next/headers` with `currentBrowser`. */
export type Browser = Map<string, string>;
export type AppAnswer = { status: number; body: unknown; response: Response };
export type AppProcess = {
  get(browser: Browser, path: string): Promise<AppAnswer>;
  post(browser: Browser, path: string, json: unknown, headers?: Record<string, string>): Promise<AppAnswer>;
  /** Where a member page sends the browser; null when it is shown. */
  openPage(browser: Browser): Promise<string | null>;
};

export const ORIGIN = 'http://localhost:3000';
const state = { browser: new Map() as Browser };

/** What `next/headers` is during a request. */
export const nextHeaders = {
  cookies: async () => {
    const { browser } = state;
    return {
      get: (name: string) => (browser.has(name) ? { name, value: browser.get(name) } : undefined),
      set: (name: string, value: string, { maxAge = 1 }: { maxAge?: number } = {}) =>
        void (maxAge === 0 ? browser.delete(name) : browser.set(name, value)),
    };
  },
  headers: async () => new Headers({ 'x-candor-path': '/wallet' }),
};

/** Returns the route handlers as a process of their own has them: modules loaded anew, with nothing remembered on the global object. */
export async function startApp(): Promise<AppProcess> {
  vi.resetModules();
  const own = new Map<symbol, unknown>();
  const handlers = new Map<string, Handler>();
  for (const file of readdirSync('app/api', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('route.ts'))) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(process.cwd(), 'app/api', file)).href)) as Record<string, Handler>;
    for (const method of ['GET', 'POST'])
      if (module[method] !== undefined) handlers.set(`${method} /api/${file.replace(/\/?route\.ts$/, '')}`, module[method]);
  }
  const { requireSession } = await import('../../lib/session/session');
  const ask = async (browser: Browser, request: Request): Promise<AppAnswer> => {
    const path = new URL(request.url).pathname;
    const handler = handlers.get(`${request.method} ${path}`) ?? handlers.get(`${request.method} ${REST}`);
    if (handler === undefined) throw new Error(`no handler of ${request.method} ${request.url}`);
    enter(own);
    state.browser = browser;
    const response = await handler(request, { params: Promise.resolve({ rest: path.split('/').slice(2) }) });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? await response.json() : null, response };
  };
  const headersOf = (browser: Browser) => ({
    ...{ host: new URL(ORIGIN).host, origin: ORIGIN, 'content-type': 'application/json' },
    cookie: [...browser].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
  });
  return {
    get: (browser, path) => ask(browser, new Request(ORIGIN + path, { headers: headersOf(browser) })),
    openPage: async (browser) => {
      enter(own);
      state.browser = browser;
      try {
        await requireSession();
        return null;
      } catch (error) {
        const { digest = '' } = error as { digest?: string };
        if (!digest.startsWith('NEXT_REDIRECT;')) throw error;
        return digest.split(';')[2] ?? '';
      }
    },
    post: (browser, path, json, headers = {}) =>
      ask(
        browser,
        new Request(ORIGIN + path, { method: 'POST', headers: { ...headersOf(browser), ...headers }, body: JSON.stringify(json) }),
      ),
  };
}

let entered: Map<symbol, unknown> | null = null;

/** Puts what one process remembers on the global object in place of what another does. */
function enter(own: Map<symbol, unknown>): void {
  if (entered === own) return;
  const holder = globalThis as unknown as Record<symbol, unknown>;
  for (const slot of Object.getOwnPropertySymbols(globalThis).filter((symbol) => Symbol.keyFor(symbol)?.startsWith('candor.'))) {
    entered?.set(slot, holder[slot]);
    delete holder[slot];
  }
  for (const [slot, value] of own) holder[slot] = value;
  entered = own;
}
