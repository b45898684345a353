import type { Page } from '@playwright/test';

/** Returns, in words, every control of what is in use that a finger could miss: less than 44 px high or wide. */
export function readSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(findSmallTargets);
}

/** Runs in the page. What is drawn smaller may have a larger box to be pressed around it, as its `::before`. */
function findSmallTargets(): string[] {
  const least = 44 - 0.5;
  /** A credit that nobody needs, and the lines of an order book, which only fill in what can be typed. */
  const isExempt = (one: Element) => one.matches('a[href^="https://www.tradingview.com"], tbody button');
  /** As high as its line. */
  const isInSentence = (one: Element) =>
    one.matches('a') &&
    [...(one.parentElement?.childNodes ?? [])].some((near) => near.nodeType === Node.TEXT_NODE && near.nodeValue?.trim());
  const boxOf = (one: Element) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const around = getComputedStyle(one, '::before');
    if (around.content === 'none' || around.position !== 'absolute') return { left, right, top, bottom };
    const grow = (side: string) => Math.max(0, -Number.parseFloat(side) || 0);
    return {
      left: left - grow(around.left),
      right: right + grow(around.right),
      top: top - grow(around.top),
      bottom: bottom + grow(around.bottom),
    };
  };
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const controls = [...root.querySelectorAll('a[href], button, summary, select, textarea, input, label:has(input)')].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest('.sr-only') &&
      !(one.matches('input') && one.closest('label')) &&
      !isExempt(one) &&
      !isInSentence(one),
  );
  return controls.flatMap((one) => {
    // The name of a field is pressed as well as the field.
    const parts = [one, ...((one as HTMLInputElement).labels ?? [])].map(boxOf);
    const width = Math.max(...parts.map(({ right }) => right)) - Math.min(...parts.map(({ left }) => left));
    const height = Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top));
    if (width < 2 || (width >= least && height >= least)) return [];
    const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 30);
    return [`small to press, ${Math.round(width)} x ${Math.round(height)} px: ${one.tagName.toLowerCase()} "${name}"`];
  });
}
