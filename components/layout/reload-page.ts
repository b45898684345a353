/** Longer than a page takes to begin (`lib/bff/page-budget.ts`); doubled each time, so that a slow line isn't asked anew for ever. */
export const RELOAD_AGAIN_MS = 10_000;
export const RELOADS_MAX = 5;

/** Draws the page anew, and asks again where the browser has let go of it: nothing on the old page can be tapped any more. */
export function reloadPage(reloads = 1): void {
  location.reload();
  if (reloads < RELOADS_MAX) setTimeout(() => reloadPage(reloads + 1), RELOAD_AGAIN_MS * 2 ** (reloads - 1));
}
