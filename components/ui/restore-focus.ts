/**
 * Gives the focus back to `opener` where the browser did not; to the button marked with `data-opens={opens}` where that has been replaced by the
 * screen's own; and to the last control before it where what the sheet did has disabled it. Not to another field: on a phone that would bring
 * the keyboard up.
 */
export function restoreFocus(openedBy: Element | null, opens?: string): void {
  const isLost = document.activeElement === null || document.activeElement === document.body || document.activeElement.matches(':disabled');
  const opener = isLost ? findOpener(openedBy, opens) : null;
  if (opener === null) return;
  if (opener instanceof HTMLElement && opener !== document.body) {
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) return;
  }
  const scope = opener.closest('dialog') ?? [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), summary')].filter((one) =>
    one.checkVisibility(),
  );
  const before = controls.filter((one) => opener.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING).at(-1);
  (before ?? controls[0])?.focus({ preventScroll: true });
}

/** While a screen is still coming in, its header and the one of its skeleton both stand in the document. */
function findOpener(openedBy: Element | null, opens: string | undefined): Element | null {
  const known = openedBy?.isConnected ? openedBy : null;
  if (opens === undefined || (known !== null && known !== document.body)) return known;
  return [...document.querySelectorAll(`[data-opens="${opens}"]`)].find((one) => one.checkVisibility()) ?? known;
}
