/**
 * Returns the Content-Security-Policy of a page. Scripts run by nonce alone; inline styles are allowed because the candle chart sets them.
 * Development needs `eval` for its reloading.
 */
export function buildCsp({ nonce, isDevelopment, isHttps }: { nonce: string; isDevelopment: boolean; isHttps: boolean }): string {
  const rules = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...rules, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; ');
}

/** For answers that are no page: data, files, refusals. Nothing in them may run, load or be framed; a drawing keeps its colours. */
export const NO_CONTENT_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The service worker asks the network for a page, and the offline page runs its own script: that much more than nothing. */
const OFFLINE_CSP = `${NO_CONTENT_CSP}; script-src 'self'; connect-src 'self'`;

/** Returns the policy of an answer that is no page, by its path. */
export function fileCsp(path: string): string {
  return path === '/sw.js' || path === '/offline.html' ? OFFLINE_CSP : NO_CONTENT_CSP;
}

/** Two years, as the preload lists ask. */
export const HSTS = 'max-age=63072000; includeSubDomains';
