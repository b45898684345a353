'use client';
import { useEffect } from 'react';

/** Until then a part of a page may still be asleep; later every part has its script. */
const WATCH_MS = 15_000;
const RETRY_MS = 50;

/**
 * Does early taps again, in their order. React stops an event on a part of the page that is still asleep before it reaches its
 * target: so a tap that did not arrive is tried again until it does, or until the element is gone.
 */
export function EarlyTaps() {
  useEffect(() => {
    const end = Date.now() + WATCH_MS;
    const timers = new Set<number>();
    const later = (target: HTMLElement) => {
      const timer = window.setTimeout(() => {
        timers.delete(timer);
        repeat(target);
      }, RETRY_MS);
      timers.add(timer);
    };
    const repeat = (tapped: HTMLElement) => {
      const target = tapped.isConnected ? tapped : findAgain(tapped);
      if (!target || Date.now() > end) return;
      if (target instanceof HTMLFormElement) target.requestSubmit();
      else target.click();
    };
    const watch = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
      if (!target || Date.now() > end) return;
      let hasArrived = false;
      const note = () => {
        hasArrived = true;
      };
      target.addEventListener(event.type, note, { once: true, capture: true });
      window.setTimeout(() => {
        target.removeEventListener(event.type, note, true);
        if (!hasArrived) later(target);
      });
    };
    addEventListener('click', watch, true);
    const stop = window.setTimeout(() => removeEventListener('click', watch, true), WATCH_MS);
    for (const target of window.candorEarlyTaps?.() ?? []) repeat(target);
    return () => {
      removeEventListener('click', watch, true);
      window.clearTimeout(stop);
      for (const timer of timers) window.clearTimeout(timer);
    };
  }, []);
  return null;
}

/** What was tapped on a skeleton stands in the screen that took its place, if it is the same thing. */
function findAgain(tapped: HTMLElement): HTMLElement | undefined {
  const name = nameOf(tapped);
  const twins = [...document.querySelectorAll<HTMLElement>(tapped.tagName)].filter((element) => nameOf(element) === name);
  return twins.length === 1 ? twins[0] : undefined;
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent;
}
