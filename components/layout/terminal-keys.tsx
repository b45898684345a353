'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { Sheet } from '../ui/sheet';
import { showToast } from '../ui/toast';

/** Keys of the terminal: each acts on the first element in view that names it in `aria-keyshortcuts`, a field before a button. */
const KEYS = ['B', 'S', 'X', '/', '?'] as const;
type Key = (typeof KEYS)[number];
const OFF = 'candor.keys-off';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="range"])'));

/** In a field letters are letters: Escape leaves it, a search that has words after it was emptied, which is the browser's own. */
function leaveField(target: EventTarget | null): void {
  if (!isTyping(target) || !(target instanceof HTMLInputElement) || target.closest('dialog') !== null) return;
  if (target.type !== 'search' || target.value === '') target.blur();
}

function findFor(key: Key): HTMLElement | null {
  const named = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const shown = [...named].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
  return shown.find((element) => element.matches('input')) ?? shown[0] ?? null;
}

/** A field is gone to, a button pressed; a side leads on to the first field of its ticket that is still empty. */
function act(element: HTMLElement): void {
  element.focus();
  if (element.matches('input:not([type="radio"])')) return;
  element.click();
  if (!element.matches('input')) return;
  const fields = [...(element.closest('form')?.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]') ?? [])];
  (fields.find((field) => field.value === '') ?? fields[0])?.focus();
}

/** Listens for the terminal's keys and shows what they do; they can be turned off for whoever speaks or has no steady hand. */
export function TerminalKeys() {
  const t = useTranslations('Terminal');
  const [isOpen, setOpen] = useState(false);
  const [isOff, setOff] = useState(false);
  useEffect(() => setOff(readOff()), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return leaveField(event.target);
      const key = KEYS.find((one) => one === event.key.toUpperCase());
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      if (isOff && key !== '?') return;
      event.preventDefault();
      if (key === '?') return setOpen(true);
      const element = findFor(key);
      if (element !== null) act(element);
      else if (key === 'X') showToast(t('nothingToCancel'));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOff, t]);
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className="fixed bottom-2 left-[calc((var(--rail)-2.75rem)/2)] z-30 grid size-11 place-items-center rounded-full bg-surface-2 font-strong text-ink-2"
        onClick={() => setOpen(true)}
        type="button"
      >
        <span aria-hidden="true">?</span>
        <span className="sr-only">{t('keys')}</span>
      </button>
      <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('keys')}>
        <Receipt className="gap-2.5">
          {KEYS.map((key) => (
            <ReceiptRow
              key={key}
              label={t(`keyTexts.${NAMES[key]}`)}
              value={<kbd className="rounded-small bg-surface-2 px-2.5 py-1 font-strong">{key}</kbd>}
            />
          ))}
        </Receipt>
        <label className="flex min-h-11 items-center gap-2.5 text-small">
          <input
            checked={!isOff}
            className="size-4.5 accent-accent"
            onChange={(event) => {
              setOff(!event.target.checked);
              keepOff(!event.target.checked);
            }}
            type="checkbox"
          />
          {t('keysOn')}
        </label>
      </Sheet>
    </>
  );
}

const NAMES = { B: 'buy', S: 'sell', X: 'cancelAll', '/': 'search', '?': 'list' } as const satisfies Record<Key, string>;

function readOff(): boolean {
  try {
    return localStorage.getItem(OFF) === '1';
  } catch {
    return false;
  }
}

function keepOff(isOff: boolean): void {
  try {
    localStorage.setItem(OFF, isOff ? '1' : '0');
  } catch {
    // The choice then lasts as long as the tab.
    return;
  }
}
