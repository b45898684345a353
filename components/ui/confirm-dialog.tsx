'use client';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from './button';
import { Sheet } from './sheet';

type Props = {
  isOpen: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  variant?: ButtonVariant;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once before something that can't be undone; the buttons carry verbs. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel,
  variant = 'danger',
  isBusy,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Sheet closeLabel={cancelLabel} isOpen={isOpen} onClose={onClose} role="alertdialog" title={title}>
      {children}
      <div className="grid grid-cols-1 gap-2.5 pt-1">
        <Button isBusy={isBusy} onClick={onConfirm} variant={variant}>
          {confirmLabel}
        </Button>
        <Button disabled={isBusy} onClick={onClose} variant="ghost">
          {cancelLabel}
        </Button>
      </div>
    </Sheet>
  );
}
