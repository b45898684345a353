'use client';
import { type PointerEvent, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { restoreFocus } from './restore-focus';
import { IconButton } from './button';
import { Icon } from './icon';
import { SheetBadge } from './sheet-badge';

/** How far down, in pixels, a finger has to pull before the sheet lets go. */
const SWIPE_CLOSE_PX = 80;

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** `side` slides in from the left: the menu. */
  from?: 'below' | 'side';
  role?: 'dialog' | 'alertdialog';
  /** The `data-opens` of the button that opens it, where that may be replaced meanwhile. */
  opens?: string;
};

/**
 * A native modal dialog that slides from below. Escape, the backdrop, a pull on the handle and the button close it; the
 * browser traps the focus and gives it back. Its content is only rendered while it is open.
 */
export function Sheet({ isOpen, onClose, title, closeLabel, children, from = 'below', role = 'dialog', opens }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pull = useRef<number | null>(null);
  const titleId = useId();
  const mark = useContext(SheetBadge);
  const opener = useRef<Element | null>(null);
  // Before the page is drawn: a button that the same change disables still has the focus then.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      opener.current = document.activeElement;
      element.showModal();
      // It goes to the first button by itself, whatever had it before.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!isOpen && element.open) {
      element.close();
      restoreFocus(opener.current, opens);
    }
  }, [isOpen, opens]);

  const move = (event: PointerEvent) => {
    if (pull.current === null || !dialog.current) return;
    dialog.current.style.transform = `translateY(${Math.max(0, event.clientY - pull.current)}px)`;
  };
  const release = (event: PointerEvent) => {
    if (pull.current === null || !dialog.current) return;
    const distance = event.clientY - pull.current;
    pull.current = null;
    dialog.current.style.transform = '';
    if (distance > SWIPE_CLOSE_PX) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is the backdrop's; Escape is the keyboard's way and comes as `cancel`.
    <dialog
      aria-labelledby={titleId}
      // A modal inherits too: one inside a layer that lets the pointer through, as that of a chart's handles, could not be pressed.
      className={`sheet pointer-events-auto ${from === 'side' ? 'sheet-side' : ''}`}
      // What happens to a sheet inside this one, such as the leverage in a ticket, comes by here as well.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      // The browser tells that it was closed in a task of its own: by then it may have been opened again.
      onClose={(event) => event.target === dialog.current && isOpen && !dialog.current.open && onClose()}
      ref={dialog}
      role={role === 'alertdialog' ? 'alertdialog' : undefined}
    >
      {isOpen ? (
        <div className="flex min-h-full flex-col gap-3.5 px-(--gutter) pt-2 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          <div
            className="touch-none"
            onPointerCancel={release}
            onPointerDown={(event) => {
              if (from === 'below') pull.current = event.clientY;
            }}
            onPointerMove={move}
            onPointerUp={release}
          >
            {from === 'below' ? <span className="sheet-handle mx-auto block h-1 w-9 rounded-full bg-surface-3" /> : null}
            <div className="flex items-center justify-between gap-3">
              <h2 className="min-w-0 flex-1 py-2 text-title" id={titleId}>
                {title}
              </h2>
              {from === 'below' ? mark : null}
              <IconButton className="-mr-2.5" label={closeLabel} onClick={onClose} onPointerDown={(event) => event.stopPropagation()}>
                <Icon name="close" />
              </IconButton>
            </div>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}
