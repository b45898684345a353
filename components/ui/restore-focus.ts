/**
 * Gives the focus to the last control before `opener` when the browser could not give it back to `opener` itself, because what the sheet did
 * has disabled it. Never to a field: on a phone that would bring the keyboard up.
 */
export function restoreFocus(opener: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body || document.activeElement.matches(':disabled');
  if (!isLost || !opener?.isConnected) return;
  const scope = opener.closest('dialog') ?? [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), summary')].filter((one) =>
    one.checkVisibility(),
  );
  const before = controls.filter((one) => opener.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING).at(-1);
  (before ?? controls[0])?.focus({ preventScroll: true });
}
