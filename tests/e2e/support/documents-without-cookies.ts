import type { Page } from '@playwright/test';

/** Headers that say who asks; the rest belongs to the connection or to the cookies. */
const KEPT = ['accept', 'accept-language', 'user-agent'];

/** Asks for documents without cookies and keeps none that they set, as some wallets' browsers do; what scripts ask for has them. */
export async function askDocumentsWithoutCookies(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.resourceType() !== 'document') return route.fallback();
    const headers = Object.fromEntries(Object.entries(request.headers()).filter(([name]) => KEPT.includes(name)));
    const answer = await fetch(request.url(), { headers, redirect: 'manual' });
    const to = answer.headers.get('location');
    // What a redirect leads to is asked for past the route, and with cookies; what a script leads to isn't.
    if (to !== null) {
      const script = `<!doctype html><title>…</title><script>location.replace(${JSON.stringify(new URL(to, request.url()).href)})</script>`;
      return route.fulfill({ contentType: 'text/html', body: script });
    }
    const sent = [...answer.headers].filter(
      ([name]) => !['content-encoding', 'content-length', 'set-cookie', 'transfer-encoding'].includes(name),
    );
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(sent), body: await answer.text() });
  });
}
