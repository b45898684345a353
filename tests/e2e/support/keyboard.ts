import type { Locator, Page } from '@playwright/test';
import { expect } from './test';

/** More presses than any screen has controls. */
const PRESSES_MAX = 200;

/** Presses Tab until `target` has the focus; fails where the focus can't be seen on the way, or never comes there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target.first()).toBeVisible();
  const focused = target.and(page.locator(':focus'));
  for (let press = 0; press < PRESSES_MAX; press += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  throw new Error(`the focus never comes to ${target}`);
}

/** While a page is still coming in, the focus may be covered for a moment; it must not stay so. */
async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => readFocusFault(page)).toBeNull();
}

/** Goes to a button or a link and presses it. */
export async function pressKey(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and replaces what stands in it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await expect(target).toHaveValue(text);
}

/** Chooses in a group of radio buttons: one stop for Tab, arrows inside. */
export async function arrowTo(page: Page, group: Locator, target: Locator): Promise<void> {
  await tabTo(page, group.getByRole('radio'));
  for (let press = 0; press < PRESSES_MAX && !(await target.isChecked()); press += 1) await page.keyboard.press('ArrowRight');
  await expect(target).toBeChecked();
  await expectFocusSeen(page);
}

/** Returns what is wrong with the focus, in words: not drawn, out of view, or under something else. Null when it is well, or on the page itself. */
export function readFocusFault(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // A field, a picker and a radio button show it on the box around them.
    const around = element.matches('input') ? (element.closest('label') ?? element.parentElement?.parentElement) : element.parentElement;
    const shown = element.matches('input, select, textarea') ? (around ?? element) : element;
    const name = `${element.tagName} "${(element.getAttribute('aria-label') ?? shown.textContent ?? '').trim().slice(0, 40)}"`;
    const isDrawn = [element, shown].some((one) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one);
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/ 0\)$/.test(outlineColor)) ||
        boxShadow.includes('0px 0px 0px 2px')
      );
    });
    if (!isDrawn) return `the focus is not drawn on ${name}`;
    await new Promise(requestAnimationFrame);
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
    const hit = document.elementFromPoint(x, y);
    if (!hit) return `the focus is out of view on ${name}`;
    const isFree = shown.contains(hit) || hit.contains(shown);
    return isFree ? null : `the focus is hidden on ${name} by ${hit.tagName}.${hit.className}`;
  });
}

/**
 * Tabs once around what is in view and returns what is wrong: controls that are never reached, a focus that can't be seen, and steps back up
 * the page, which would be another order than that of the eyes.
 */
export async function tourFaults(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  await page.evaluate(markControls);
  for (let press = 0; press < PRESSES_MAX; press += 1) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate(stepOf);
    if (step.isAround) break;
    if (step.fault) faults.add(step.fault);
    const unseen = await readFocusFault(page);
    if (unseen) faults.add(unseen);
  }
  for (const missed of await page.evaluate(() =>
    [...document.querySelectorAll('[data-untouched]')].map((one) => one.outerHTML.slice(0, 120)),
  )) {
    faults.add(`never reached: ${missed}`);
  }
  return [...faults];
}

/** Marks every control in use that Tab has to come to; of a group of radio buttons one is enough. */
function markControls(): void {
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const names = new Set<string>();
  for (const old of document.querySelectorAll('[data-untouched]')) old.removeAttribute('data-untouched');
  for (const one of root.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]',
  )) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const isRadio = one instanceof HTMLInputElement && one.type === 'radio';
    if (isRadio && (names.has(one.name) || !(one.checked || !root.querySelector(`input[name="${CSS.escape(one.name)}"]:checked`))))
      continue;
    if (isRadio) names.add(one.name);
    one.setAttribute('data-untouched', '');
  }
  // In a sheet something has the focus already: the tour is over when it comes back there. Tab never comes back to a heading that was given it.
  const active = document.activeElement;
  const start = active instanceof HTMLElement && active !== document.body && active.tabIndex >= 0 ? active : null;
  start?.removeAttribute('data-untouched');
  Object.assign(window, { focusBefore: start, focusFirst: start });
}

/** Notes where the focus is, compared with where it was a press ago. */
function stepOf(): { isAround: boolean; fault: string | null } {
  const state = window as unknown as { focusBefore?: Element | null; focusFirst?: Element | null };
  const now = document.activeElement;
  const before = state.focusBefore;
  // Between the last control and the first the focus is on the browser's own.
  if (!now || now === document.body) {
    state.focusBefore = null;
    return { isAround: false, fault: null };
  }
  if (now === state.focusFirst) return { isAround: true, fault: null };
  state.focusFirst ??= now;
  state.focusBefore = now;
  now.removeAttribute('data-untouched');
  // Tab comes to what is chosen in a group, which the page may have changed since the tour began.
  for (const other of now instanceof HTMLInputElement && now.type === 'radio' ? document.getElementsByName(now.name) : [])
    other.removeAttribute('data-untouched');
  const layer = (one: Element) => one.closest('dialog, nav, [class*=fixed], [class*=sticky]');
  if (!before?.isConnected || layer(before) !== layer(now)) return { isAround: false, fault: null };
  const [a, b] = [before.getBoundingClientRect(), now.getBoundingClientRect()];
  const isBack = b.bottom <= a.top + 1 && b.left < a.right - 1;
  return {
    isAround: false,
    fault: isBack ? `a step back up, from "${before.textContent?.slice(0, 30)}" to "${now.textContent?.slice(0, 30)}"` : null,
  };
}
