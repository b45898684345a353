/** Longer than a page takes to begin (`lib/bff/page-budget.ts`), so that one that is on its way isn't asked for anew. */
export const RELOAD_AGAIN_MS = 10_000;

/** Draws the page anew, and asks once more where the browser has let go of it: nothing on the old page can be tapped any more. */
export function reloadPage(): void {
  location.reload();
  setTimeout(reloadPage, RELOAD_AGAIN_MS);
}
