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
  /** What is asked is better not done: the way out stands first and looks like the answer. */
  isAdvisedAgainst?: boolean;
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
  isAdvisedAgainst = false,
  onConfirm,
  onClose,
}: Props) {
  const confirm = (
    <Button isBusy={isBusy} key="confirm" onClick={onConfirm} variant={isAdvisedAgainst ? 'ghost' : variant}>
      {confirmLabel}
    </Button>
  );
  const cancel = (
    <Button disabled={isBusy} key="cancel" onClick={onClose} variant={isAdvisedAgainst ? 'action' : 'ghost'}>
      {cancelLabel}
    </Button>
  );
  return (
    <Sheet closeLabel={cancelLabel} isOpen={isOpen} onClose={onClose} role="alertdialog" title={title}>
      {children}
      <div className="grid grid-cols-1 gap-2.5 pt-1">{isAdvisedAgainst ? [cancel, confirm] : [confirm, cancel]}</div>
    </Sheet>
  );
}
