'use client';
import { useEffect } from 'react';
import type { PreHydrationAct } from './pre-hydration-script';

/** Until then a part of a page may not be hydrated; later every part is. */
const WATCH_MS = 15_000;
const RETRY_MS = 50;

/**
 * Replays, in order, what a person did before hydration. React stops an event on a part of the page that is not yet hydrated before it
 * reaches its target: an act that did not arrive is tried again until it does, or until the element is gone.
 */
export function PreHydration() {
  useEffect(() => {
    const end = Date.now() + WATCH_MS;
    const timers = new Set<number>();
    /** What a field held when it was last typed into and the app did not hear it. */
    const unheard = new Map<HTMLElement, PreHydrationAct>();
    const repeat = (act: PreHydrationAct) => {
      const { kind, target: first } = act;
      const target = first.isConnected ? first : findAgain(first);
      if (!target || Date.now() > end) return;
      if (kind === 'type') {
        const last = unheard.get(first);
        if (last) retype(target, last);
      } else if (target instanceof HTMLFormElement) target.requestSubmit();
      else target.click();
    };
    const watch = (event: Event) => {
      const isTap = event.type === 'click' && event instanceof MouseEvent;
      // A tap on a button mostly meets the icon in it.
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>(isTap ? 'button' : 'input') : null;
      if (!target || Date.now() > end) return;
      const act: PreHydrationAct = isTap ? { kind: 'tap', target } : { kind: 'type', target, ...contentOf(target) };
      if (!isTap) unheard.set(target, act);
      let hasArrived = false;
      const note = () => {
        hasArrived = true;
      };
      target.addEventListener(event.type, note, true);
      window.setTimeout(() => {
        target.removeEventListener(event.type, note, true);
        if (hasArrived) {
          if (unheard.get(target) === act) unheard.delete(target);
          return;
        }
        const timer = window.setTimeout(() => {
          timers.delete(timer);
          repeat(act);
        }, RETRY_MS);
        timers.add(timer);
      });
    };
    const listen = (change: typeof addEventListener) => {
      change('click', watch, true);
      change('input', watch, true);
    };
    listen(addEventListener);
    const stop = window.setTimeout(() => listen(removeEventListener), WATCH_MS);
    const acts = window.candorPreHydration?.() ?? [];
    for (const act of acts) if (act.kind === 'type') unheard.set(act.target, act);
    for (const act of acts) repeat(act);
    return () => {
      listen(removeEventListener);
      window.clearTimeout(stop);
      for (const timer of timers) window.clearTimeout(timer);
    };
  }, []);
  return null;
}

/** What was tapped on a skeleton stands in the screen that took its place, if it is the same thing. */
function findAgain(tapped: HTMLElement): HTMLElement | undefined {
  const name = nameOf(tapped);
  // While a screen is still coming in, it stands in the document beside its skeleton, unseen.
  const twins = [...document.querySelectorAll<HTMLElement>(tapped.tagName)].filter(
    (element) => nameOf(element) === name && element.checkVisibility(),
  );
  return twins.length === 1 ? twins[0] : undefined;
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent;
}

function contentOf(field: HTMLElement): Pick<PreHydrationAct, 'value' | 'checked'> {
  return field instanceof HTMLInputElement ? { value: field.value, checked: field.checked } : {};
}

/**
 * Tells React what a field held. React takes the value that it finds while hydrating for the one it wrote and ignores events that bring
 * nothing new to it: so its memory gets another value first, and the field the person's.
 */
function retype(field: HTMLElement, { value = '', checked = false }: PreHydrationAct): void {
  if (!(field instanceof HTMLInputElement)) return;
  const { prototype } = HTMLInputElement;
  const isChoice = field.type === 'radio' || field.type === 'checkbox';
  if (isChoice) field.checked = !checked;
  else field.value = `${value} `;
  const write = Object.getOwnPropertyDescriptor(prototype, isChoice ? 'checked' : 'value')?.set;
  write?.call(field, isChoice ? checked : value);
  field.dispatchEvent(new Event(isChoice ? 'click' : 'input', { bubbles: true }));
}
